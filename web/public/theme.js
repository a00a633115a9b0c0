// Sets, before the first paint, the theme (written by src/lib/theme.ts) and whether there is a session (written by the auth
// client). Where storage is forbidden the page stays dark, and nobody is signed in.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
  // People with a session are redirected from the sign-in page, and need not see it.
  if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key)))
    document.documentElement.dataset.session = 'kept'
} catch {
  document.documentElement.dataset.theme = 'dark'
}
