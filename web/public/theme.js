// What has to be known before the first paint. The key of the theme is written by src/lib/theme.ts, that of the session by
// the auth client. Storage may be forbidden: then the page stays dark, and nobody is signed in.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
  // Whoever is signed in is led on from the way in, and need not see it.
  if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key)))
    document.documentElement.dataset.session = 'kept'
} catch {
  document.documentElement.dataset.theme = 'dark'
}
