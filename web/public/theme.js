// The same key is written by src/lib/theme.ts. Storage may be forbidden: then the page stays dark.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  document.documentElement.dataset.theme = 'dark'
}
