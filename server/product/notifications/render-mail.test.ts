import { describe, expect, test } from 'vitest'
import { PAYMENT_FLOWS } from '#domain/payment.ts'
import en from '#i18n/en/mail.json' with { type: 'json' }
import pt from '#i18n/pt/mail.json' with { type: 'json' }
import type { MailTemplate } from '../outbox.ts'
import { notificationText, renderMail } from './render-mail.ts'

const platform = { publicUrl: 'https://tune.test', product: 'Tune', support: 'suporte@tune.test' }
const to = 'ana@tune.test'

describe('mail', () => {
  test('says money, names and times as people do, in the reader’s language', () => {
    const data = { project: 'Maré', amount: '123456', until: '2026-11-21T15:30:00Z' }
    const ready = renderMail({ to, language: 'pt', template: 'purchase_ready', data }, platform)
    expect(ready.subject).toBe('Maré está na sua estante')
    expect(ready.text).toContain('até 21/11/2026 12:30 (horário de São Paulo): depois')
    expect(ready.text).toContain('https://tune.test/shelf')
    const credited = renderMail({ to, language: 'en', template: 'deposit_credited', data }, platform)
    expect(credited.subject).toBe('Deposit confirmed: R$ 1.234,56')
    const inEnglish = renderMail({ to, language: 'en', template: 'purchase_ready', data }, platform)
    expect(inEnglish.text.replaceAll('\u00a0', ' ')).toContain('21 Nov 2026 12:30 (São Paulo time)')
  })

  test('brings an answer of support as it was written, greeted once, and leads to its conversation', () => {
    const data = {
      message: 'Oi, Ana!\n\nJá vimos:\nchega hoje.',
      subject: 'Saldo',
      question: 'Cadê?',
      request: '7',
    }
    const mail = renderMail({ to, language: 'pt', template: 'support_answered', data }, platform)
    expect(mail.text).toMatch(/^Oi, Ana!\n\nJá vimos:\nchega hoje\.\n\n/)
    expect(mail.text).toContain('Ver a conversa: https://tune.test/support/7')
    expect(mail.html).toMatch(/<p [^>]*>Oi, Ana!<\/p>\s*<p [^>]*>Já vimos:<br>chega hoje\.<\/p>/)
    expect(mail.text).not.toContain('na conversa:')
    const attached = { ...data, attached: 'instruções <1>.pdf, nota.png' }
    const full = renderMail({ to, language: 'pt', template: 'support_answered', data: attached }, platform)
    expect(full.text).toContain('\n\nCom a resposta, na conversa: instruções <1>.pdf, nota.png\n\n')
    expect(full.html).toContain('Com a resposta, na conversa: instruções &lt;1&gt;.pdf, nota.png')
  })

  test.each([
    ['pt', 'Um recado da equipe: Falamos na terça?'],
    ['en', 'A note from the team: Falamos na terça?'],
  ] as const)('brings what the team wrote to somebody whose proposal it accepted (%s)', (language, said) => {
    const mail = renderMail(
      { to, language, template: 'proposal_accepted', data: { words: 'Falamos na terça?' } },
      platform,
    )
    expect(mail.text).toContain(said)
    expect(mail.text).toContain('/register-project')
    expect(
      renderMail({ to, language, template: 'proposal_accepted', data: {} }, platform).text,
    ).not.toContain(said.slice(0, 10))
  })

  test('that is also in another language says its body in both, and its button', () => {
    const data = {
      giver: 'rui',
      project: 'Maré',
      until: '2027-02-09T15:30:00Z',
      link: 'https://tune.test/gift#a',
      words: 'Parabéns!',
    }
    const mail = renderMail({ to, language: 'pt', alsoIn: 'en', template: 'gift', data }, platform)
    expect(mail.subject).toBe('rui deu um presente a você: Maré')
    const order = ['É só aceitar até 09/02/2027 12:30', 'Parabéns!', 'Just accept it until 9 Feb 2027 12:30']
    expect(order.map((text) => mail.text.indexOf(text))).toEqual(
      order.map((text) => mail.text.indexOf(text)).toSorted((a, b) => a - b),
    )
    for (const text of [...order, 'Abrir o presente · Open the gift']) expect(mail.text).toContain(text)
    expect(mail.html).toContain('Just accept it until 9 Feb 2027 12:30')
  })

  test('of a dispute speaks of what was paid, and of access only where some ended', () => {
    const say = (template: 'payment_disputed' | 'dispute_won' | 'dispute_lost', paidFor: string) =>
      renderMail({ to, language: 'pt', template, data: { amount: '1500', paidFor } }, platform)
    expect(say('payment_disputed', 'balance').text).toContain('um depósito seu foi contestado')
    expect(say('payment_disputed', 'balance').text).not.toContain('acesso')
    expect(say('payment_disputed', 'mint_ended').text).toContain('o acesso que ela deu')
    expect(say('payment_disputed', 'bid').text).not.toContain('acesso')
    expect(say('dispute_won', 'bid').text).toContain('do pagamento do seu lance')
    expect(say('dispute_lost', 'balance').subject).not.toContain('devolvido')
    const flows = PAYMENT_FLOWS.flatMap((flow) => [
      ...(['payment_disputed', 'dispute_won', 'dispute_lost'] as const).map((kind) => [kind, flow] as const),
      ['payment_disputed', `${flow}_ended`] as const,
    ])
    for (const [kind, flow] of flows) expect(say(kind, flow).text).not.toContain(`${kind}.${flow}`)
  })

  test('ends a sentence once, also where a reason does', () => {
    for (const reason of ['a chave é de outra pessoa.', 'a chave é de outra pessoa']) {
      const data = { amount: '1500', reason }
      const mail = renderMail({ to, language: 'pt', template: 'withdrawal_rejected', data }, platform)
      expect(mail.text).toContain('foi recusada: a chave é de outra pessoa. O valor')
    }
  })

  test('names the PIX transfer of a withdrawal that was paid, and when', () => {
    const data = { amount: '1500', endToEndId: 'E42', paidAt: '2026-11-21T15:30:00Z' }
    const mail = renderMail({ to, language: 'pt', template: 'withdrawal_paid', data }, platform)
    expect(mail.text).toContain('Pago em 21/11/2026 12:30 (horário de São Paulo). ID da transação PIX: E42.')
  })

  test('of a refund to a card says which fee stays, where one does', () => {
    const text = (data: Record<string, string>) =>
      renderMail({ to, language: 'pt', template: 'refunded_to_card', data }, platform).text
    const data = { amount: '120000', reason: 'Duas vezes.' }
    expect(text({ ...data, feeKept: '4827' })).toMatch(
      /A taxa de serviço de R\$\s48,27 desse pagamento não é devolvida\./,
    )
    expect(text(data)).not.toContain('taxa')
  })

  test('of a work published before its first lot opens says when that is', () => {
    const text = (data: Record<string, string>) =>
      renderMail({ to, language: 'pt', template: 'work_published', data }, platform).text
    const data = { project: 'Maré', artist: 'Ana' }
    expect(text({ ...data, opens: '2026-11-21T15:30:00Z' })).toContain(
      'As vendas abrem em 21/11/2026 12:30 (horário de São Paulo).',
    )
    expect(text(data)).not.toContain('abrem')
  })

  test('of a purchase undone says which fee stays, where one does', () => {
    const text = (data: Record<string, string>) =>
      renderMail({ to, language: 'pt', template: 'purchase_undone', data }, platform).text
    const data = { amount: '3500', project: 'Maré' }
    expect(text({ ...data, keptFee: '189' })).toMatch(
      /A taxa de serviço de R\$\s1,89 desse pagamento não é devolvida\./,
    )
    expect(text(data)).not.toContain('taxa')
  })

  test('of a purchase is its receipt: total, fee, method, unit, hour and where it stands', () => {
    const data = {
      project: 'Maré',
      until: '2026-11-21T16:30:00Z',
      unit: '3',
      paid: '3120',
      fee: '120',
      method: 'card',
      paidAt: '2026-11-21T15:30:00Z',
      receipt: 'sale:1:platform',
    }
    const mail = renderMail({ to, language: 'pt', template: 'purchase_ready', data }, platform)
    expect(mail.text.replaceAll('\u00a0', ' ')).toContain(
      'Total pago: R$ 31,20, com R$ 1,20 de taxa. Forma de pagamento: Cartão. Pago em 21/11/2026 12:30 (horário de São Paulo). Unidade 3. Recibo: https://tune.test/statement/sale%3A1%3Aplatform',
    )
    // What was added for the artist is named, and no fee where there was none.
    const said = (change: Record<string, string>, language: 'pt' | 'en' = 'pt') =>
      renderMail({ to, language, template: 'purchase_ready', data: { ...data, ...change } }, platform)
        .text.replaceAll('\u00a0', ' ')
        .match(/Total p.*?\. /)?.[0]
    expect(said({ tip: '500' })).toBe('Total pago: R$ 31,20, com R$ 5,00 para o artista e R$ 1,20 de taxa. ')
    expect(said({ tip: '500' }, 'en')).toBe(
      'Total paid: R$ 31,20, with R$ 5,00 for the artist and a fee of R$ 1,20. ',
    )
    expect(said({ tip: '500', fee: '0' })).toBe('Total pago: R$ 31,20, com R$ 5,00 para o artista. ')
    expect(said({ fee: '0' })).toBe('Total pago: R$ 31,20. ')
    // A gift's recipient paid nothing.
    const { project, until } = data
    const gift = renderMail(
      { to, language: 'pt', template: 'purchase_ready', data: { project, until } },
      platform,
    )
    expect(gift.text).not.toContain('pago')
  })

  test('carries the link of account mails and how to ignore them, but no code that no screen asks for', () => {
    const data = { link: 'https://tune.test/auth/v1/verify?token=a&type=signup', code: '123456' }
    const mail = renderMail({ to, language: 'pt', template: 'confirmation', data }, platform)
    expect(mail.text).toContain(data.link)
    expect(mail.text).not.toContain('123456')
    const asked = renderMail(
      { to, language: 'pt', template: 'reauthentication', data: { code: '123456' } },
      platform,
    )
    expect(asked.text).toContain('123456')
    expect(mail.text).toContain('Se não foi você quem pediu, ignore este e-mail')
    const invited = { link: data.link, artist: 'Trio Neblina', until: '2026-11-21T15:30:00Z' }
    const invitation = renderMail(
      { to, language: 'pt', template: 'artist_invitation', data: invited },
      platform,
    )
    expect(invitation.text).toContain('Se você não esperava este convite')
    expect(invitation.text).not.toContain('quem pediu')
    const ended = renderMail(
      { to, language: 'pt', template: 'gift_closed', data: { project: 'Maré' } },
      platform,
    )
    expect(ended.text).not.toContain('quem pediu')
    expect(mail.html).toContain('token=a&amp;type=signup')
  })

  test('of an auction leads there', () => {
    const auction = '3f2b1c9e-5a47-4d0b-9f1e-0a6d2c8b7e11'
    const data = { project: 'Maré', amount: '2000', leading: '3000', auction }
    const mail = renderMail({ to, language: 'pt', template: 'outbid', data }, platform)
    expect(mail.text).toContain(`https://tune.test/auction/${auction}`)
    // What there is to do, and for how long the money is held; not in what was kept before that was said.
    expect(mail.text).toContain('Ele continua valendo para os próximos itens.')
    const until = '2026-11-21T15:30:00Z'
    const { text } = renderMail(
      { to, language: 'pt', template: 'outbid', data: { ...data, until } },
      platform,
    )
    expect(text).toContain('Você não precisa fazer nada')
    expect(text).toContain('O valor fica reservado no máximo até 21/11/2026 12:30')
    const bodyOf = (template: 'bid_accepted' | 'gift_waiting' | 'role_changed', more: object) =>
      renderMail({ to, language: 'pt', template, data: { ...data, ...more } }, platform).text
    expect(bodyOf('bid_accepted', { until })).toContain('reservado no máximo até 21/11/2026 12:30')
    expect(bodyOf('gift_waiting', { until, receiver: 'd•••@tune.test' })).toContain(
      'presente para d•••@tune.test',
    )
    expect(bodyOf('role_changed', { person: to, role: 'finance' })).toContain('mudou para: Financeiro')
  })

  test('about money that could not be used says why and that the fee stays, in the bell too', () => {
    const data = { project: 'Maré', amount: '3000' }
    const kept = { ...data, failure: 'bid_amount_taken', spentFee: '30' }
    const textOf = (more: Record<string, string>) =>
      renderMail({ to, language: 'pt', template: 'bid_refused', data: more }, platform).text
    for (const text of [textOf(kept), notificationText('bid_refused', 'pt', kept)]) {
      expect(text).toContain('O motivo: Já existe um lance com este valor.')
      expect(text).toMatch(/A taxa de R\$.0,30 desse pagamento não volta/)
    }
    expect(notificationText('mint_failed', 'pt', { ...data, failure: 'paid_late' })).toContain(
      'O pagamento chegou depois do prazo.',
    )
    // The words of others say nothing to a fan, and a notice from before has none.
    for (const text of [textOf(data), textOf({ ...data, failure: 'execution reverted: 0x1' })])
      expect(text).not.toMatch(/O motivo|A taxa/)
  })

  test.each([
    [
      'pt',
      'Você já tinha um $TUNE de Maré',
      'não foi necessário',
      'já estava na sua estante',
      'gerar|motivo',
    ],
    ['en', 'You already had a $TUNE of Maré', 'was not needed', 'was on your shelf already', 'create|reason'],
  ] as const)(
    'of a second payment for what one has speaks of no failure (%s)',
    (language, had, spare, subject, no) => {
      const data = { project: 'Maré', amount: '3500', failure: 'already_owned', spentFee: '35' }
      const mail = renderMail({ to, language, template: 'mint_failed', data }, platform)
      expect(mail.subject).toContain(subject)
      expect(mail.html).toContain(`<title>${mail.subject}</title>`)
      for (const text of [mail.text, notificationText('mint_failed', language, data)]) {
        for (const words of [had, spare]) expect(text).toContain(words)
        expect(text).toMatch(/R\$.35,00/)
        expect(text).toMatch(/R\$.0,35/)
        expect(text).not.toMatch(new RegExp(no))
      }
      // A bid has a sentence of its own for it.
      expect(notificationText('bid_failed', language, data)).toMatch(/O motivo|The reason/)
    },
  )

  test('a change of address that was not asked for is not to be ignored: the mail gives one advice', () => {
    const data = { email: 'novo@tune.test', link: 'https://tune.test/link#token_hash=x' }
    const textOf = (template: MailTemplate) =>
      renderMail({ to, language: 'pt', template, data }, platform).text
    expect(textOf('email_change_current')).toContain('não confirme e troque a sua senha')
    expect(textOf('email_change_current')).not.toContain('ignore este e-mail')
    expect(textOf('email_change')).toContain('ignore este e-mail')
  })

  test('a withdrawal that was refused leads to the list of them, and to support', () => {
    const data = { amount: '3000', reason: 'Chave de outra pessoa.' }
    const { text } = renderMail({ to, language: 'pt', template: 'withdrawal_rejected', data }, platform)
    expect(text).toContain('https://tune.test/redeem-balance#withdrawals')
    expect(text).toContain('Fale com o suporte.')
    expect(text).toContain('A página do suporte: https://tune.test/support\n')
    const other = renderMail({ to, language: 'pt', template: 'withdrawal_requested', data }, platform)
    expect(other.text).not.toContain('https://tune.test/support')
  })

  test('lets nothing a person typed become HTML', () => {
    const data = { project: '<img src=x onerror=alert(1)>', amount: '1' }
    const mail = renderMail({ to, language: 'pt', template: 'mint_failed', data }, platform)
    expect(mail.html).not.toContain('<img src=x')
    expect(mail.html).toContain('&lt;img')
    const cover = '"><script>'
    const shown = renderMail(
      { to, language: 'pt', template: 'mint_failed', data: { ...data, cover } },
      platform,
    )
    expect(shown.html).not.toContain('<script>')
    expect(shown.html).not.toContain('<img src=x')
  })

  test('about a work shows its cover with the ring around it; all of it stands in the plain text as well', () => {
    const cover = '3f2b1c9e-5a47-4d0b-9f1e-0a6d2c8b7e11'
    const data = { project: 'Maré', until: '2026-11-21T15:30:00Z' }
    const mail = renderMail(
      { to, language: 'pt', template: 'purchase_ready', data: { ...data, cover } },
      platform,
    )
    expect(mail.html).toContain(`src="https://tune.test/p/${cover}/preview.jpg"`)
    expect(mail.html).toContain('alt="Maré"')
    // The picture leads where the button leads: a gift's is no way to buy it.
    expect(mail.html.match(/href="https:\/\/tune\.test\/shelf"/g)).toHaveLength(2)
    expect(mail.html).toContain('border:3px solid')
    // Mail programs run none of these.
    expect(mail.html).not.toMatch(/var\(--|<svg|<style|class=/)
    const plain = renderMail({ to, language: 'pt', template: 'purchase_ready', data }, platform)
    expect(plain.html).not.toContain('preview.jpg')
    expect(plain.text).toBe(mail.text)
  })

  test.each(['pt', 'en'] as const)('every template has its texts in %s, and leaves no gap', (language) => {
    const texts: Record<string, unknown> = language === 'pt' ? pt : en
    const templates = Object.keys(texts).filter((key) => typeof texts[key] === 'object') as MailTemplate[]
    const data = {
      artist: 'n',
      text: 'v',
      code: '1',
      project: 'p',
      amount: '1',
      leading: '2',
      until: '2026-01-01',
      opens: '2026-01-01',
      screen: 's',
      message: 'm',
      person: 'x',
      reason: 'r',
      email: 'e',
      provider: 'g',
      left: '9',
      found: '1',
      compared: '2',
      payment: 'y',
      subject: 't',
      question: 'q',
      words: 'v',
      payout: 'z',
      document: 'd',
      documentWas: 'o',
      irrf: '150',
      irrfWas: '0',
      iss: '500',
      issWas: '0',
      inss: '1100',
      inssWas: '0',
      said: 'w',
      giver: 'g',
      wallet: '0x',
    }
    for (const template of templates) {
      const hasButton = 'button' in (texts[template] as object)
      const mail = renderMail(
        { to, language, template, data: hasButton ? { ...data, link: 'l' } : data },
        platform,
      )
      expect(`${mail.subject}${mail.text}`).not.toMatch(/\{\{|\b\w+\.(subject|body|button)\b/)
    }
  })
})
