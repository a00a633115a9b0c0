/** A fan's conversation with support, inside the product. */
import { closeDialog, expectFitting } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { adminToken, call, enter, newFan } from './people.ts'

const WORDS = {
  pt: { answered: 'respondido em', reply: 'Sua resposta', send: 'Enviar', waiting: 'Aguardando resposta' },
  en: { answered: 'answered', reply: 'Your reply', send: 'Send', waiting: 'Waiting for an answer' },
} as const

const FILE_WORDS = {
  pt: {
    reply: 'Sua resposta',
    send: 'Enviar',
    attach: 'Anexar arquivos',
    ready: 'pronto para ir com a mensagem',
    failed: 'não chegou',
    refused: 'não é uma imagem nem um PDF válido',
    unsent: 'Um arquivo não chegou: envie de novo ou tire da lista.',
    again: (name: string) => `Enviar ${name} de novo`,
    remove: (name: string) => `Remover ${name}`,
    show: (name: string) => `Ver ${name}`,
    download: (name: string) => `Baixar ${name}`,
    bell: /Notificações/,
    told: 'O suporte respondeu ao seu pedido.',
    reopens: 'Este pedido está encerrado.',
    reopened: 'Pedido reaberto.',
  },
  en: {
    reply: 'Your reply',
    send: 'Send',
    attach: 'Attach files',
    ready: 'ready to go with the message',
    failed: 'did not arrive',
    refused: 'no valid image or PDF',
    unsent: 'A file did not arrive: send it again or remove it.',
    again: (name: string) => `Send ${name} again`,
    remove: (name: string) => `Remove ${name}`,
    show: (name: string) => `Show ${name}`,
    download: (name: string) => `Download ${name}`,
    bell: /Notifications/,
    told: 'Support has answered your request.',
    reopens: 'This request is closed.',
    reopened: 'Request reopened.',
  },
} as const

for (const [language, viewport] of [
  ['pt', PHONE],
  ['en', DESKTOP],
] as const)
  test(`a fan finds the answer in the product and answers there: ${language}`, RELEASE, async () => {
    const fan = await newFan({ language })
    const words = WORDS[language]
    const question = `Cadê o meu PIX? ${fan.nickname}`
    const id = await withDatabase(async (sql) => {
      const [row] = await sql<{ id: number }[]>`
      insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saques', ${question})
      returning id::int`
      return row?.id ?? 0
    })
    const token = await adminToken()
    await call(`/api/v1/admin/support/${id}/answers`, { token, body: { message: 'Oi!\n\nChega hoje.' } })

    const locale = language === 'pt' ? 'pt-BR' : 'en-GB'
    const visitor = await visit({ viewport, locale })
    const { page } = visitor
    await enter(page, fan, '/support')
    // What was written last says which conversation it is.
    const own = page.getByRole('link').filter({ hasText: 'Chega hoje.' })
    await own.filter({ hasText: words.answered }).waitFor()
    await own.click()
    await page.waitForURL(`**/support/${id}`)
    await page.getByText('Chega hoje.').waitFor()
    await expectFitting(page, `a conversation with support, ${language}`)
    await page.getByLabel(words.reply).fill('Chegou, obrigada!')
    // Past the button for files.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: 'Chegou, obrigada!' }).waitFor()
    await page.getByText(words.waiting, { exact: false }).first().waitFor()
    expect(await page.getByLabel(words.reply).inputValue()).toBe('')
    await shot(page, `support-conversation-${language}`)
    const answered = await call<{ data: { answers: { message: string }[] } }>(`/api/v1/admin/support/${id}`, {
      token,
    })
    expect(answered.data.answers.map(({ message }) => message)).toContain('Chegou, obrigada!')
  })

const PICTURE = {
  name: 'tela do app.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const RECEIPT = { name: 'recibo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 recibo') }
const NO_PICTURE = { name: 'quebrada.png', mimeType: 'image/png', buffer: Buffer.from('nada') }

for (const [language, viewport] of [
  ['pt', PHONE],
  ['en', DESKTOP],
] as const)
  test(`files go both ways, and a closed conversation opens again: ${language}`, RELEASE, async () => {
    const fan = await newFan({ language })
    const t = FILE_WORDS[language]
    const id = await withDatabase(async (sql) => {
      const [row] = await sql<{ id: number }[]>`
      insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saques', 'Cadê?') returning id::int`
      return row?.id ?? 0
    })
    const locale = language === 'pt' ? 'pt-BR' : 'en-GB'
    // What is no picture is refused by the store, which the browser logs.
    const theirs = await visit({ viewport, locale, allowed: /status of (400|503)/ })
    await enter(theirs.page, fan, `/support/${id}`)
    const row = (name: string) => theirs.page.getByRole('listitem').filter({ hasText: name })
    await theirs.page.getByLabel(t.reply).fill('Segue a tela.')
    const [chooser] = await Promise.all([
      theirs.page.waitForEvent('filechooser'),
      theirs.page.getByRole('button', { name: t.attach }).press('Enter'),
    ])
    let isAway = true
    await theirs.page.route('**/storage/v1/object/support/**', (route) =>
      isAway && route.request().postDataBuffer()?.includes('%PDF')
        ? route.fulfill({ status: 503 })
        : route.continue(),
    )
    await chooser.setFiles([PICTURE, RECEIPT, NO_PICTURE])
    await row(PICTURE.name).getByText(t.ready).waitFor()
    await row(RECEIPT.name).getByText(t.failed).waitFor()
    await row(NO_PICTURE.name).getByText(t.refused).waitFor()
    await expectFitting(theirs.page, `files of a reply, ${language}`)
    await shot(theirs.page, `support-files-${language}`)
    await theirs.page.getByRole('button', { name: t.send, exact: true }).click()
    await theirs.page.getByText(t.unsent).waitFor()
    isAway = false
    await row(RECEIPT.name)
      .getByRole('button', { name: t.again(RECEIPT.name) })
      .click()
    await row(RECEIPT.name).getByText(t.ready).waitFor()
    await row(NO_PICTURE.name)
      .getByRole('button', { name: t.remove(NO_PICTURE.name) })
      .click()
    await theirs.page.getByRole('button', { name: t.send, exact: true }).click()
    await theirs.page.getByRole('button', { name: t.show(PICTURE.name) }).waitFor()

    const ours = await visitAsAdmin(`/admin/support/${id}`, viewport)
    await ours.page.getByRole('button', { name: `Ver ${PICTURE.name}` }).click()
    const shown = ours.page.getByRole('dialog').getByRole('img', { name: PICTURE.name })
    await expect
      .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1)
    await expectFitting(ours.page, 'a picture sent to support')
    await closeDialog(ours.page)
    const [saved] = await Promise.all([
      ours.page.waitForEvent('download'),
      ours.page.getByRole('button', { name: `Baixar ${RECEIPT.name}` }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(RECEIPT.name)
    await ours.page.getByLabel('Sua resposta').fill('Olhe as instruções.')
    const [answering] = await Promise.all([
      ours.page.waitForEvent('filechooser'),
      ours.page.getByRole('button', { name: 'Anexar arquivos' }).click(),
    ])
    await answering.setFiles([{ ...RECEIPT, name: 'instruções.pdf' }])
    await ours.page.getByText(FILE_WORDS.pt.ready).waitFor()
    await expectFitting(ours.page, 'answering with a file')
    await shot(ours.page, `admin-support-files-${viewport.width}`)
    await ours.page.getByRole('button', { name: 'Enviar resposta' }).click()
    await ours.page.getByRole('button', { name: 'Baixar instruções.pdf' }).waitFor()
    await ours.page.getByRole('button', { name: 'Encerrar pedido' }).click()
    await expectFitting(ours.page, 'closing a request')
    await ours.page.getByRole('dialog').getByRole('button', { name: 'Encerrar pedido' }).click()
    await ours.page.getByText('A sua resposta o reabre.', { exact: false }).waitFor()
    await ours.end()

    await theirs.page.goto('/dashboard')
    await theirs.page.getByRole('button', { name: t.bell }).click()
    await theirs.page.getByText(t.told).click()
    await theirs.page.waitForURL(`**/support/${id}`)
    const [got] = await Promise.all([
      theirs.page.waitForEvent('download'),
      theirs.page.getByRole('button', { name: t.download('instruções.pdf') }).click(),
    ])
    expect(got.suggestedFilename()).toBe('instruções.pdf')
    await theirs.page.getByText(t.reopens, { exact: false }).waitFor()
    await shot(theirs.page, `support-closed-${language}`)
    await theirs.page.getByLabel(t.reply).fill('Ainda falta.')
    await theirs.page.getByRole('button', { name: t.send, exact: true }).click()
    await theirs.page.getByText(t.reopened).waitFor()
    await theirs.page.getByText(WORDS[language].waiting).first().waitFor()
  })
