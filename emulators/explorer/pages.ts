/** The explorer's pages, rendered from the chain's data. */
import { html } from 'hono/html'
import { formatEther, formatGwei, getAddress, type Hex, type Log } from 'viem'
import type { Chain, Listed } from './chain.ts'
import { type Field, readEvent, timeText } from './events.ts'
import { frame, type Html } from './frame.ts'

type Found<Method extends 'transaction' | 'address'> = NonNullable<Awaited<ReturnType<Chain[Method]>>>

/** Pages that link to each other below `base`. */
export class Pages {
  private readonly base: string

  constructor(base: string) {
    this.base = base
  }

  latest({ chainId, height, transactions }: Awaited<ReturnType<Chain['latest']>>) {
    return this.page(
      'Latest transactions',
      html`<p class="muted">Chain ${chainId} · block ${String(height)}</p>
        ${this.transactions(transactions, 'Nothing has been sent yet.')}`,
    )
  }

  transaction({ transaction, receipt, timestamp }: Found<'transaction'>) {
    const { hash, from, to, value, nonce, input } = transaction
    const [mood, status] =
      receipt === undefined
        ? ['muted', 'Waiting']
        : receipt.status === 'success'
          ? ['good', 'Succeeded']
          : ['bad', 'Reverted']
    return this.page(
      'Transaction',
      html`<dl>
          <dt>Hash</dt>
          <dd class="mono">${hash}</dd>
          <dt>Status</dt>
          <dd class="${mood}">${status}</dd>
          ${receipt && html`<dt>Block</dt><dd>${String(receipt.blockNumber)}</dd>`}
          ${timestamp !== undefined && html`<dt>Time</dt><dd>${timeText(timestamp)}</dd>`}
          <dt>From</dt>
          <dd>${this.address(from)}</dd>
          <dt>${to ? 'To' : 'Created'}</dt>
          <dd>${to ? this.address(to) : receipt?.contractAddress ? this.address(receipt.contractAddress) : 'a contract'}</dd>
          <dt>Value</dt>
          <dd>${formatEther(value)} ether</dd>
          ${
            receipt &&
            html`<dt>Fee</dt><dd>${formatEther(receipt.gasUsed * receipt.effectiveGasPrice)} ether
              <span class="muted">(${String(receipt.gasUsed)} gas at ${formatGwei(receipt.effectiveGasPrice)} gwei)</span></dd>`
          }
          <dt>Nonce</dt>
          <dd>${nonce}</dd>
          <dt>Call</dt>
          <dd>${input === '0x' ? 'none' : html`<code>${input.slice(0, 10)}</code> and ${(input.length - 10) / 2} bytes`}</dd>
        </dl>
        <h2>Events</h2>
        ${this.events(receipt?.logs ?? [], 'This transaction announced nothing.')}`,
    )
  }

  wholeAddress(address: Hex, { code, balance, sent, name, symbol, events }: Found<'address'>) {
    return this.page(
      name ? `${name}${symbol ? ` (${symbol})` : ''}` : code ? 'Contract' : 'Account',
      html`<dl>
          <dt>Address</dt>
          <dd class="mono">${getAddress(address)}</dd>
          <dt>Kind</dt>
          <dd>${code ? `contract, ${(code.length - 2) / 2} bytes of code` : 'account without code'}</dd>
          <dt>Balance</dt>
          <dd>${formatEther(balance)} ether</dd>
          ${!code && html`<dt>Sent</dt><dd>${sent} transactions</dd>`}
        </dl>
        <h2>Recent events</h2>
        ${this.events(events, 'Nothing has been announced by or about this address lately.')}`,
    )
  }

  /** A sentence for a missing object, or a missing node. */
  apology(title: string, text: string) {
    return this.page(title, html`<p>${text}</p>`)
  }

  private page(title: string, body: Html) {
    return frame(this.base, title, body)
  }

  private address(address: Hex) {
    return html`<a class="mono" href="${this.base}/address/${address}">${address}</a>`
  }

  /** For tables: the whole address appears on tap or hover. */
  private shortAddress(address: Hex) {
    return html`<a class="mono" href="${this.base}/address/${address}" title="${address}">${shortened(address)}</a>`
  }

  private hash(hash: Hex | null) {
    return hash && html`<a class="mono" href="${this.base}/tx/${hash}" title="${hash}">${shortened(hash)}</a>`
  }

  private transactions(listed: Listed[], none: string) {
    if (listed.length === 0) return html`<p class="muted">${none}</p>`
    return html`<table>
      <thead>
        <tr><th>Transaction</th><th>Block</th><th>Time</th><th>From</th><th>To</th></tr>
      </thead>
      <tbody>
        ${listed.map(
          ({ transaction, timestamp }) => html`<tr>
            <td data-name="Transaction">${this.hash(transaction.hash)}</td>
            <td data-name="Block">${String(transaction.blockNumber ?? 0n)}</td>
            <td data-name="Time">${timeText(timestamp)}</td>
            <td data-name="From">${this.shortAddress(transaction.from)}</td>
            <td data-name="To">${transaction.to ? this.shortAddress(transaction.to) : 'a new contract'}</td>
          </tr>`,
        )}
      </tbody>
    </table>`
  }

  private events(logs: Log[], none: string) {
    if (logs.length === 0) return html`<p class="muted">${none}</p>`
    return html`<table>
      <thead>
        <tr><th>Event</th><th>Says</th><th>By</th><th>Transaction</th><th>Block</th></tr>
      </thead>
      <tbody>
        ${logs.map((log) => {
          const { name, fields } = readEvent(log)
          return html`<tr>
            <td data-name="Event"><strong>${name}</strong></td>
            <td data-name=""><dl>${fields.map((field) => this.field(field))}</dl></td>
            <td data-name="By">${this.shortAddress(log.address)}</td>
            <td data-name="Transaction">${this.hash(log.transactionHash)}</td>
            <td data-name="Block">
              ${String(log.blockNumber ?? 0n)}
              ${log.blockTimestamp && html`<span class="muted">${timeText(log.blockTimestamp)}</span>`}
            </td>
          </tr>`
        })}
      </tbody>
    </table>`
  }

  private field({ name, text, address }: Field) {
    return html`<dt>${name}</dt><dd>${address ? this.shortAddress(address) : text}</dd>`
  }
}

function shortened(hex: Hex): string {
  return `${hex.slice(0, 10)}…${hex.slice(-6)}`
}
