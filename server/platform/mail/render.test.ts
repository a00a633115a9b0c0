import { describe, expect, test } from 'vitest'
import en from '#i18n/en/mail.json' with { type: 'json' }
import pt from '#i18n/pt/mail.json' with { type: 'json' }
import type { MailTemplate } from '../outbox.ts'
import { renderMail } from './render.ts'

const platform = { publicUrl: 'https://tune.test', product: 'Tune', support: 'suporte@tune.test' }
const to = 'ana@tune.test'

describe('mail', () => {
  test('says money, names and times as people do, in the reader’s language', () => {
    const data = { project: 'Maré', amount: '123456', until: '2026-11-21T15:30:00Z' }
    const ready = renderMail({ to, language: 'pt', template: 'purchase_ready', data }, platform)
    expect(ready.subject).toBe('Maré está na sua estante')
    expect(ready.text).toContain('21/11/2026 12:30')
    expect(ready.text).toContain('https://tune.test/shelf')
    const credited = renderMail({ to, language: 'en', template: 'deposit_credited', data }, platform)
    expect(credited.subject).toBe('Deposit confirmed: R$ 1.234,56')
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
    expect(mail.text).toContain('ignore este e-mail')
    expect(mail.html).toContain('token=a&amp;type=signup')
  })

  test('of an auction leads there', () => {
    const auction = '3f2b1c9e-5a47-4d0b-9f1e-0a6d2c8b7e11'
    const data = { project: 'Maré', amount: '2000', leading: '3000', auction }
    const mail = renderMail({ to, language: 'pt', template: 'outbid', data }, platform)
    expect(mail.text).toContain(`https://tune.test/auction/${auction}`)
  })

  test('lets nothing a person typed become HTML', () => {
    const data = { project: '<img src=x onerror=alert(1)>', amount: '1' }
    const mail = renderMail({ to, language: 'pt', template: 'mint_failed', data }, platform)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img')
  })

  test.each(['pt', 'en'] as const)('every template has its texts in %s, and leaves no gap', (language) => {
    const texts: Record<string, unknown> = language === 'pt' ? pt : en
    const templates = Object.keys(texts).filter((key) => typeof texts[key] === 'object') as MailTemplate[]
    const data = {
      code: '1',
      project: 'p',
      amount: '1',
      leading: '2',
      until: '2026-01-01',
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
