import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Pine: the colour of what can be acted upon. */
const pine: MantineColorsTuple = [
  ...(['#eef6f3', '#dbece5', '#b3d7ca', '#86c1ac', '#5dab92'] as const),
  ...(['#3d957b', '#1f7f66', '#146a54', '#0f5745', '#0a4335'] as const),
];

const gray: MantineColorsTuple = [
  ...(['#faf9f6', '#f3f1ec', '#e6e3db', '#d2cec4', '#b5b0a5'] as const),
  ...(['#938e83', '#6d6960', '#56524b', '#393632', '#22201c'] as const),
];

/** From the lightest text (0) over the page's ground (7) to the deepest shade (9). */
const dark: MantineColorsTuple = [
  ...(['#eceae4', '#cfccc4', '#aaa69c', '#85827a', '#45433f'] as const),
  ...(['#2f2e2b', '#1e1e1c', '#161615', '#121211', '#0c0c0b'] as const),
];

const red: MantineColorsTuple = [
  ...(['#fdf0ee', '#fbe7e3', '#f4c5bd', '#eb9f93', '#e07d6e'] as const),
  ...(['#d25c4b', '#bf4133', '#a62d22', '#8a231a', '#6c1a13'] as const),
];

/** Buttons that are but a cross need a name. */
const CLOSE = { 'aria-label': 'Close' };

/** Mantine as Parley wears it. Its parts take their colours from here; ours from styles/tokens.css. */
export const theme = createTheme({
  colors: { pine, gray, dark, red },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  black: '#22201c',
  fontFamily: 'var(--p-sans)',
  fontFamilyMonospace: 'var(--p-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  headings: {
    fontFamily: 'var(--p-sans)',
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '1.25' },
      h2: { fontSize: '17px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    TagsInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Drawer: { defaultProps: { closeButtonProps: CLOSE } },
    Modal: {
      defaultProps: {
        closeButtonProps: CLOSE,
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
      },
    },
  },
});

/** Ties Mantine's own variables to the tokens, so that both speak of the same grounds and lines. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--p-surface)',
    '--mantine-color-text': 'var(--p-text)',
    '--mantine-color-dimmed': 'var(--p-muted)',
    '--mantine-color-placeholder': 'var(--p-muted)',
    '--mantine-color-anchor': 'var(--p-accent-text)',
    '--mantine-color-default-border': 'var(--p-line-strong)',
    '--mantine-color-default': 'var(--p-surface)',
    '--mantine-color-default-hover': 'var(--p-hover)',
    '--mantine-color-error': 'var(--p-bad)',
  };
  return { variables: {}, light: shared, dark: shared };
};
