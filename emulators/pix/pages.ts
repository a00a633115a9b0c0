/**
 * The payer's bank, for people: the newest charges, and a page for each with its QR code and the button that pays it.
 */
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import encodeQR from 'qr'
import { page } from '../page.ts'
import type { Charges } from './charges.ts'
import { type Charge, isExpired, type PixStore } from './store.ts'

export function pixPages(store: PixStore, charges: Charges, publicUrl: string, afterPay: () => void): Hono {
  const app = new Hono()
  app.get('/', (c) => c.html(listPage(store.newestCharges(), publicUrl)))
  app.get('/pagar/:txid', (c) => chargePage(c, null))
  app.post('/pagar/:txid', (c) => {
    const refusal = charges.pay(c.req.param('txid'))
    afterPay()
    return chargePage(c, refusal)
  })

  function chargePage(c: Context, refusal: string | null) {
    const charge = store.charge(c.req.param('txid') ?? '')
    if (!charge) return c.html(page('Pix', html`<h1>Pix</h1><p>Não há cobrança com este código.</p>`), 404)
    const code = charges.codeOf(charge)
    return c.html(
      page(
        'Pix',
        html`<p><a href="${publicUrl}">← Cobranças</a></p>
          <h1>R$ ${charge.valor.replace('.', ',')}</h1>
          <p>${charge.solicitacao ?? ''}</p>
          <p role="status">${refusal ?? stateOf(charge)}</p>
          <div style="max-width: 16rem; background: #fff; padding: 1rem">${raw(encodeQR(code, 'svg'))}</div>
          <p><code style="word-break: break-all">${code}</code></p>
          ${
            stateOf(charge) === 'Em aberto'
              ? html`<form method="post"><button style="font: inherit; padding: 0.6rem 2rem">Pagar</button></form>`
              : ''
          }`,
      ),
    )
  }
  return app
}

function listPage(newest: Charge[], publicUrl: string) {
  return page(
    'Pix',
    html`<h1>Pix</h1>
      <p class="muted">Charges, newest first. Whoever opens one plays the payer’s bank.</p>
      <table>
        <tbody>
          ${newest.map(
            (charge) =>
              html`<tr>
                <td><a href="${publicUrl}/pagar/${charge.txid}">R$ ${charge.valor.replace('.', ',')}</a></td>
                <td>${charge.solicitacao ?? ''}</td>
                <td>${stateOf(charge)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  )
}

function stateOf(charge: Charge): string {
  if (charge.status === 'CONCLUIDA') return 'Paga'
  if (charge.status !== 'ATIVA') return 'Cancelada'
  return isExpired(charge, Date.now()) ? 'Vencida' : 'Em aberto'
}
