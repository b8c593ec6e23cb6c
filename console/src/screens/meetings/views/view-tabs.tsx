import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconDots as IconMore, IconPlus } from '../../../icons/tabler.ts';
import { classes, toast } from '../../../parts/index.ts';
import type { MeetingsSearch } from '../search.ts';
import { NameDialog } from './name-dialog.tsx';
import { deleteView, filtersOf, newViewId, putView, queryOf, type View, viewsQuery } from './queries.ts';
import styles from './views.module.css';

/** The saved views above the list, as links, and what can be done with the one that is open. */
export function ViewTabs({ search }: { search: MeetingsSearch }) {
  const { data: views = [] } = useQuery(viewsQuery);
  const open = views.find(({ id }) => id === search.view);
  const query = queryOf(search);
  const isChanged = open ? queryOf(filtersOf(open)) !== query : query !== '';
  useOpenByAddress(search, open);
  if (views.length === 0 && !isChanged) return null;
  return (
    <div className={styles.bar}>
      {views.length > 0 && (
        <nav aria-label="Views" className={styles.tabs}>
          <Tab isOpen={!open}>All meetings</Tab>
          {views.map((view) => (
            <Tab key={view.id} view={view} isOpen={view === open}>
              {view.name}
            </Tab>
          ))}
        </nav>
      )}
      <div className={styles.actions}>
        {isChanged && <SaveButtons open={open} query={query} />}
        {open && <ViewMenu key={open.id} view={open} />}
      </div>
    </div>
  );
}

/** An address that only names a view opens it with its filters. Filters that are taken away later stay away. */
function useOpenByAddress(search: MeetingsSearch, open: View | undefined): void {
  const navigate = useNavigate();
  const opened = useRef<string | undefined>(undefined);
  const isBare = queryOf(search) === '';
  useEffect(() => {
    if (!open || opened.current === open.id) return;
    opened.current = open.id;
    if (!isBare || open.query === '') return;
    void navigate({ to: '/meetings', search: { ...filtersOf(open), view: open.id }, replace: true });
  }, [open, isBare, navigate]);
}

function Tab({ view, isOpen, children }: { view?: View; isOpen: boolean; children: string }) {
  return (
    <Link
      to="/meetings"
      search={view ? { ...filtersOf(view), view: view.id } : {}}
      className={classes(styles.tab, isOpen && styles.open)}
      aria-current={isOpen ? 'page' : undefined}
      activeOptions={{ exact: true }}
    >
      {children}
    </Link>
  );
}

function SaveButtons({ open, query }: { open: View | undefined; query: string }) {
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const saveNew = async (name: string) => {
    const id = newViewId(name);
    await putView({ id, name, query });
    await navigate({ to: '/meetings', search: { ...filtersOf({ query }), view: id } });
    toast.good('View saved.');
  };
  const update = async (view: View) => {
    try {
      await putView({ ...view, query });
      toast.good('View updated.', { label: 'Undo', onClick: () => void putBack(view) });
    } catch (error) {
      toast.bad(error);
    }
  };
  return (
    <>
      {open && (
        <Button size="compact-sm" variant="default" onClick={() => void update(open)}>
          Update view
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={() => setNaming(true)}
      >
        {open ? 'Save as new view' : 'Save view'}
      </Button>
      {isNaming && (
        <NameDialog
          title="Save the filters and sorting as a view"
          confirmLabel="Save view"
          onClose={() => setNaming(false)}
          onSubmit={saveNew}
        />
      )}
    </>
  );
}

/** Restores a view as it was. */
async function putBack(view: View): Promise<void> {
  try {
    await putView(view);
    toast.good('The view is as it was.');
  } catch (error) {
    toast.bad(error);
  }
}

function ViewMenu({ view }: { view: View }) {
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const remove = async () => {
    try {
      await deleteView(view.id);
      await navigate({ to: '/meetings', search: filtersOf(view) });
      toast.good(`View “${view.name}” deleted.`, { label: 'Undo', onClick: () => void putBack(view) });
    } catch (error) {
      toast.bad(error);
    }
  };
  const rename = async (name: string) => {
    await putView({ ...view, name });
    toast.good('View renamed.', { label: 'Undo', onClick: () => void putBack(view) });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label={`Options of the view ${view.name}`}>
            <IconMore size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNaming(true)}>Rename view</Menu.Item>
          <Menu.Item color="red" onClick={() => void remove()}>
            Delete view
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title="Rename the view"
          confirmLabel="Rename"
          name={view.name}
          onClose={() => setNaming(false)}
          onSubmit={rename}
        />
      )}
    </>
  );
}
