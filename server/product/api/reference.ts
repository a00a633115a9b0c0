/** GET /docs/api: the product API for people, generated from the same source as openapi.json. It needs no script. */
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { REFUSAL_STATUS } from '#domain/refusal-status.ts'
import { type Language, languageTag } from '#i18n/language.ts'
import type { ServerContext } from '../../context.ts'
import { languageOf } from '../../platform/http/language.ts'
import { mapWithPauses } from '../../platform/map-with-pauses.ts'
import { referenceText, refusalText } from '../../platform/texts.ts'
import { type JsonSchema, SECTIONS } from './call.ts'
import { bodySchema, type Described, type Operation, queryOf, refusalsOf } from './openapi.ts'
import { schemaText } from './schema-text.ts'

type Html = ReturnType<typeof html>
type Say = (key: string) => string

const anchorOf = ({ method, path }: Operation) => `${method}${path.replace(/[^\w.]+/g, '-')}`

/** Prose that contains `names`. */
function prose(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** Type names link to their definitions. */
function typed(schema: JsonSchema, schemas: Described['schemas']): Html {
  const escaped = schemaText(schema).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const linked = escaped.replace(/\b\w+(?:Wire|Answer)\b/g, (name) =>
    name in schemas ? `<a href="#${name}">${name}</a>` : name,
  )
  return html`<pre tabindex="0">${raw(linked)}</pre>`
}

function parametersOf(operation: Operation, say: Say): Html | string {
  const parameters = queryOf(operation)
  if (parameters.length === 0) return ''
  return html`<h3>${say('parameters')}</h3>
    <dl>
      ${parameters.map(
        ({ name, required, schema: { description, ...schema } }) =>
          html`<dt><code>${name}</code> ${required ? html`<em>${say('required')}</em>` : ''}</dt>
            <dd lang="en">${prose(String(description))} <code>${schemaText(schema)}</code></dd>`,
      )}
    </dl>`
}

function operationOf(
  operation: Operation,
  schemas: Described['schemas'],
  language: Language,
  say: Say,
): Html {
  const { method, path, summary, caller, key, body, answer, answered } = operation
  return html`<details id="${anchorOf(operation)}">
      <summary>
        <span class="method">${method.toUpperCase()}</span> <code>${path}</code>
        <span class="what" lang="en">${prose(summary)}</span>
      </summary>
      <p>${say('callers')}: ${say(caller)}.</p>
      ${key ? html`<p>${say('key')}</p>` : ''} ${parametersOf(operation, say)}
      ${body ? html`<h3>${say('body')}</h3>${typed(bodySchema(body), schemas)}` : ''}
      <h3>${say('answer')} ${answered.status}</h3>
      ${answer.kind === 'file' ? html`<p><code>${answer.type}</code></p>` : typed(answered.schema, schemas)}
      <h3>${say('refusals')}</h3>
      <dl>
        ${refusalsOf(operation).map(
          (code) =>
            html`<dt>${REFUSAL_STATUS[code]} <code>${code}</code></dt>
              <dd>${refusalText(code, language)}</dd>`,
        )}
      </dl>
    </details>`
}

async function page({ operations, schemas }: Described, product: string, language: Language): Promise<Html> {
  const say: Say = (key) => referenceText(key, language)
  const other = language === 'pt' ? 'en' : 'pt'
  const shown = await mapWithPauses(operations, (operation) => ({
    section: operation.section,
    text: operationOf(operation, schemas, language, say),
  }))
  const types = await mapWithPauses(
    Object.entries(schemas).sort(([one], [two]) => one.localeCompare(two)),
    ([name, schema]) =>
      html`<h3 id="${name}"><code>${name}</code></h3>
        ${schema.description ? html`<p>${prose(String(schema.description))}</p>` : ''} ${typed(schema, schemas)}`,
  )
  return html`<!doctype html>
    <html lang="${languageTag(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${say('title')} · ${product}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/legal/legal.css" />
        <link rel="stylesheet" href="/legal/reference.css" />
      </head>
      <body>
        <header>
          <a href="/">${say('back')}</a>
          <a href="?lng=${other}" hreflang="${languageTag(other)}" lang="${languageTag(other)}">${say('other')}</a>
        </header>
        <main>
          <h1>_${say('title').toLowerCase()}</h1>
          <p>${say('lead')}</p>
          <p><a href="/api/v1/openapi.json">${say('document')}</a></p>
          <nav aria-label="${say('contents')}">
            ${SECTIONS.map((section) => html`<a href="#${section}">${say(`section.${section}`)}</a>`)}
            <a href="#types">${say('types')}</a>
          </nav>
          ${SECTIONS.map(
            (section) =>
              html`<section>
                <h2 id="${section}">${say(`section.${section}`)}</h2>
                ${shown.filter((each) => each.section === section).map(({ text }) => text)}
              </section>`,
          )}
          <section lang="en">
            <h2 id="types" lang="${languageTag(language)}">${say('types')}</h2>
            ${types}
          </section>
        </main>
      </body>
    </html>`
}

export function referencePages(
  { env }: Pick<ServerContext, 'env'>,
  described: () => Promise<Described>,
): Hono {
  const app = new Hono()
  /** The same for everybody, so it is rendered once. */
  const written = new Map<Language, string>()
  app.get('/docs/api', async (c) => {
    const language = languageOf(c)
    const text = written.get(language) ?? String(await page(await described(), env.PRODUCT_NAME, language))
    written.set(language, text)
    return c.html(text, 200, { 'cache-control': 'no-cache', vary: 'accept-language, cookie' })
  })
  return app
}
