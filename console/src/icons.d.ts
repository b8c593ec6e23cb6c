/** Each icon is imported from its own file, so that the other five thousand are neither built nor loaded. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
