/** The parts that screens are made of. The comment of each part says what it is for. */
export { AskBox } from './ask-box.tsx';
export { type Bar, BarList, Meter } from './bar-list.tsx';
export { DaysChart } from './chart-days.tsx';
export { byWeek, chartColor, daysBetween, type Series, trendOf } from './chart-scale.ts';
export { classes } from './classes.ts';
export { CLOCKS, type Clock, ClockSwitch } from './clock.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { CopyButton } from './copy-button.tsx';
export { CrmChip, CrmChips, CrmPicker, type CrmType, useCrmName } from './crm.tsx';
export { CrmFilter } from './crm-filter.tsx';
export { CsvError, type CsvRecord, csvRecord, parseCsv } from './csv.ts';
export { type Column, type ColumnSort, DataTable, type RowSelection, TableSkeleton } from './data-table.tsx';
export { addDays, dayOf, type RangeSearch, windowOf } from './date-range.ts';
export { DateRangeFilter } from './date-range-filter.tsx';
export {
  ENTITY_SCOPES,
  ENTITY_TYPES,
  type EntityType,
  EntityTypesField,
  typeNames,
  useVisibleTypes,
} from './entity-types.tsx';
export { ExpandableList } from './expandable-list.tsx';
export { Figure, Figures } from './figure.tsx';
export { FileDrop } from './file-drop.tsx';
export { FilterBar, MultiFilter, SelectFilter, SortSelect, TextFilter } from './filter-bar.tsx';
export { FiredRate } from './fired-rate.tsx';
export {
  count,
  formatCompact,
  formatDuration,
  formatNumber,
  formatPosition,
  formatSize,
  formatTime,
  SOURCES,
  sourceName,
} from './format.ts';
export { excerptOf, type HighlightedText, highlightWords, matchesWords } from './highlight.ts';
export { Highlighted } from './highlighted.tsx';
export { type Moment, momentLink, momentText } from './moment.ts';
export { NeedsScope } from './needs-scope.tsx';
export { newestFirst } from './newest-first.ts';
export { OlderPager } from './older-pager.tsx';
export { ownDownload } from './own-download.ts';
export { PageHeader } from './page-header.tsx';
export { EmptyState, ErrorState, LoadingState, PageState } from './page-state.tsx';
export { PagedPanel } from './paged-panel.tsx';
export { DEFAULT_PAGE_SIZE, Pager } from './pager.tsx';
export { Panel } from './panel.tsx';
export { PeopleFilter } from './people-filter.tsx';
export { Avatar, nameOf, People, type PersonLike } from './person.tsx';
export { Quote } from './quote.tsx';
export { RecordSelect } from './record-select.tsx';
export { saveFile } from './save-file.ts';
export { ShownOnce } from './shown-once.tsx';
export { signalNamesQuery } from './signal-names.ts';
export { Sparkline } from './sparkline.tsx';
export { Status, type Tone } from './status.tsx';
export { Duration, TimeText } from './time-text.tsx';
export { toast } from './toast.tsx';
export { usePatchSearch } from './use-patch-search.ts';
export { MAX_SEARCH_CHARACTERS, useSearchApi } from './use-search.ts';
