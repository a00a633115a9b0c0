/** The explorer's page: a header, a body, and plain tables that turn into cards on a phone. */
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

const STYLE = `
:root { color-scheme: light dark; --paper: #faf7f1; --raised: #fff; --ink: #211c18; --muted: #6b625a; --line: #e2dbd0; --accent: #b8391a; --good: #1c6b48; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14110f; --raised: #1c1816; --ink: #f1ece4; --muted: #a89f95; --line: #352f2a; --accent: #ff7a55; --good: #63c796; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 64rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; border-bottom: 1px solid var(--line); }
header > a { font-weight: 700; color: inherit; text-decoration: none; }
h1 { margin: .5rem 0 0; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
a { color: var(--accent); }
code, .mono { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--accent); font-weight: 600; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .4rem 1.25rem; margin: 1rem 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--muted); }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td dl { margin: 0; gap: .1rem .75rem; font-size: .95em; }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: .15rem 0; border: 0; }
  td::before { content: attr(data-name) ' '; color: var(--muted); }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
}
`

/** A whole page; `base` is the path the explorer lives under. `body` is markup made by the `html` tag. */
export function frame(base: string, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Explorer</title>
    <link rel="icon" href="data:," />
    <style>
      ${raw(STYLE)}
    </style>
  </head>
  <body>
    <header>
      <a href="${base}">Explorer</a>
    </header>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`
}
