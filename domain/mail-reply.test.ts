import { expect, test } from 'vitest'
import { replyIn, textOfPage } from './mail-reply.ts'

test.each([
  ['nothing quoted', 'Obrigada!\n\nFunciona.', 'Obrigada!\n\nFunciona.'],
  [
    'Gmail, Portuguese',
    'Ainda não.\r\n\r\nEm ter., 3 de nov. de 2026 às 10:00, Tune <r-1@tune.test>\r\nescreveu:\r\n\r\n> Olá',
    'Ainda não.',
  ],
  [
    'Gmail, English',
    'Not yet.\n\nOn Tue, Nov 3, 2026 at 10:00 AM Tune <r-1@tune.test> wrote:\n> Hello',
    'Not yet.',
  ],
  ['Outlook', 'Segue.\n________________________________\nDe: Tune\nEnviado: terça', 'Segue.'],
  ['Outlook without a rule', 'Segue.\n\nFrom: Tune <a@b.c>\nSent: Tuesday\nTo: Ana', 'Segue.'],
  ['original message', 'Sim\n\n-----Mensagem original-----\nOlá', 'Sim'],
  ['a signature', 'Sim\n-- \nAna', 'Sim'],
  ['below the quotation', '> Chegou?\n\nChegou.', 'Chegou.'],
  ['answered below a sentence', 'Em 3 de nov., Tune escreveu:\n> Chegou?\n\nChegou.', 'Chegou.'],
  ['a quotation alone', '> Olá', ''],
  ['a line that only begins like one', 'On Monday it worked.\nDe: aqui', 'On Monday it worked.\nDe: aqui'],
])('%s', (_case, text, reply) => {
  expect(replyIn(text, 5000)).toBe(reply)
})

test('a reply is cut where it is too long', () => {
  expect(replyIn('a'.repeat(6000), 5000)).toBe(`${'a'.repeat(4999)}…`)
})

test('a page becomes text: no markup, scripts or quotations', () => {
  const page = `<html><head><title>x</title><style>p{}</style></head><body><script>alert(1)</script>
    <p>Ol&aacute; &amp; <b>obrigada</b><br>Ana &lt;3 &#128640;</p><!-- hidden -->
    <blockquote>antes</blockquote><div class="gmail_quote">Em … escreveu</div></body></html>`
  expect(replyIn(textOfPage(page), 5000)).toBe('Ol&aacute; & obrigada\nAna <3 🚀')
  expect(textOfPage('<img src=x onerror=alert(1)>a<script>b')).not.toMatch(/alert|<|b/)
})
