/** One icon per file, so that neither the build nor the page takes in the other five thousand. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
