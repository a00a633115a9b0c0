/** The layout of the few pages that people look at: the index and the inbox. */
import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** A whole HTML page; `body` is trusted markup made by the `html` tag, which escapes what is put into it. */
export function page(title: string, body: Html | Promise<Html>): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      h1 { font-size: 1.5rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; padding: 0.4rem 0.6rem; border-bottom: 1px solid #8884; vertical-align: top; }
      iframe { width: 100%; height: 70vh; border: 1px solid #8884; background: #fff; }
      .muted { opacity: 0.7; }
    </style>
  </head>
  <body>
    ${body}
  </body>
</html>`
}
