/**
 * For people: the payer's bank (the newest charges, and a page for each with its QR code and the button that pays it), and the
 * receiver's (what arrived, and a page for each to give it back).
 */
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import encodeQR from 'qr'
import { page } from '../page.ts'
import type { Charges } from './charges.ts'
import { leftOf, type Returns } from './returns.ts'
import { type Charge, isExpired, type PixStore, type Receipt } from './store.ts'

type Bank = { charges: Charges; returns: Returns; publicUrl: string; afterPay: () => void }

export function pixPages(store: PixStore, { charges, returns, publicUrl, afterPay }: Bank): Hono {
  const app = new Hono()
  app.get('/', (c) => c.html(listPage(store, publicUrl)))
  app.get('/recebido/:e2eid', (c) => receivedPage(c, null))
  app.post('/recebido/:e2eid', async (c) => {
    const { valor } = await c.req.parseBody()
    return receivedPage(c, returns.give(c.req.param('e2eid'), String(valor)))
  })
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

  function receivedPage(c: Context, refusal: string | null) {
    const receipt = store.received(c.req.param('e2eid') ?? '')
    if (receipt) return c.html(page('Pix', receivedBody(receipt, refusal, publicUrl)))
    return c.html(page('Pix', html`<h1>Pix</h1><p>Não há Pix recebido com este identificador.</p>`), 404)
  }
  return app
}

function receivedBody(receipt: Receipt, refusal: string | null, publicUrl: string) {
  const { endToEndId, valor, devolucoes = [] } = receipt
  const left = leftOf(receipt)
  return html`<p><a href="${publicUrl}">← Cobranças</a></p>
    <h1>R$ ${valor.replace('.', ',')}</h1>
    <p><code>${endToEndId}</code></p>
    <p role="status">${refusal ?? (left === 0 ? 'Devolvido' : 'Recebido')}</p>
    <ul>
      ${devolucoes.map((each) => html`<li>R$ ${each.valor.replace('.', ',')} <code>${each.rtrId}</code></li>`)}
    </ul>
    ${
      left > 0
        ? html`<form method="post">
          <label>Valor <input name="valor" value="${(left / 100).toFixed(2)}" style="font: inherit" /></label>
          <button style="font: inherit; padding: 0.6rem 2rem">Devolver</button>
        </form>`
        : ''
    }`
}

function listPage(store: PixStore, publicUrl: string) {
  return page(
    'Pix',
    html`<h1>Pix</h1>
      <p class="muted">Charges, newest first. Whoever opens one plays the payer’s bank.</p>
      <table>
        <tbody>
          ${store.newestCharges().map(
            (charge) =>
              html`<tr>
                <td><a href="${publicUrl}/pagar/${charge.txid}">R$ ${charge.valor.replace('.', ',')}</a></td>
                <td>${charge.solicitacao ?? ''}</td>
                <td>${stateOf(charge)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="muted">Received, newest first. Whoever opens one plays the receiver’s bank, where it can be given back.</p>
      <table>
        <tbody>
          ${store.newestReceipts().map(
            (receipt) =>
              html`<tr>
                <td><a href="${publicUrl}/recebido/${receipt.endToEndId}">R$ ${receipt.valor.replace('.', ',')}</a></td>
                <td><code>${receipt.endToEndId}</code></td>
                <td>${leftOf(receipt) === 0 ? 'Devolvido' : ''}</td>
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
