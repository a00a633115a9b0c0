/** The page at `/`: what runs here, with links. */
import { html } from 'hono/html'
import { page } from './page.ts'

export type Listed = { path: string; title: string; links: string[] }

export function indexPage(listed: Listed[]) {
  return page(
    'Emulators',
    html`<h1>Emulators</h1>
      <p class="muted">The outside world of Tune, for development and tests. No money moves and no mail leaves.</p>
      <table>
        <tbody>
          ${listed.map(
            ({ path, title, links }) =>
              html`<tr>
                <th scope="row"><code>${path}</code></th>
                <td>${title}</td>
                <td>${links.map((link) => html`<a href="${link}">${link}</a> `)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  )
}
