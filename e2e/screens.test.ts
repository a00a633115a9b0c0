/** Support, project proposals, the profile photo and the tour. */
import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { closeDialog, expectAccessible, expectWithin } from './accessibility.ts'
import { newProject } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { DESKTOP, expect, PHONE, pressIfThere, RELEASE, test, visit, withDatabase } from './fixtures.ts'
import { isFocused, tabTo } from './focus.ts'
import { expectLanguage } from './languages.ts'
import { call, enter, type Fan, newFan, newNickname, projectNamed, untilListed } from './people.ts'

const PICTURE = { name: 'São João.png', mimeType: 'image/png', buffer: await picture('#c84a2a') }
const ANOTHER = { name: 'outra.jpg', mimeType: 'image/jpeg', buffer: await picture('#2a6ac8', 'jpeg') }

function picture(background: string, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const mark = Buffer.from(
    '<svg width="800" height="500"><circle cx="320" cy="180" r="90" fill="gold"/></svg>',
  )
  return sharp({ create: { width: 800, height: 500, channels: 3, background } })
    .composite([{ input: mark }])
    .toFormat(format)
    .toBuffer()
}

const fileInput = (page: Page): Locator => page.locator('input[type=file]')

/** Drops files on the area around the button; they are created and dropped in one step. */
async function drop(page: Page, names: string[]): Promise<void> {
  await page.evaluate(`
    (() => {
      const dataTransfer = new DataTransfer()
      for (const name of ${JSON.stringify(names)})
        dataTransfer.items.add(new File(['%PDF-1.7'], name, { type: 'application/pdf' }))
      const area = document.querySelector('input[type=file]').parentElement
      area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    })()`)
}

test('a support request, after every kind of refused file', async () => {
  const fan = await newFan()
  // The table's refusals are answered 400, too many requests 429.
  const visitor = await visit({ allowed: /status of 4(00|29)/ })
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Suporte' }).click()
  await page.getByRole('heading', { name: '_suporte' }).waitFor()
  const send = page.getByRole('button', { name: 'Enviar' })
  await send.click()
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(2)
  expect(await page.getByLabel('Assunto').locator('option').allInnerTexts()).toEqual([
    'Escolha um assunto',
    'Compras',
    'Conta',
    'Saldo',
    'Saques',
    'Projetos',
  ])
  await page.getByLabel('Assunto').selectOption('Saques')
  await page.getByLabel('Mensagem').fill('Meu resgate não chegou.')

  const pdf = { name: 'nota.pdf', mimeType: 'application/pdf' }
  await fileInput(page).setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('oi') })
  await page.getByText('Este tipo de arquivo não é aceito.').waitFor()
  await fileInput(page).setInputFiles({ ...pdf, buffer: Buffer.alloc(4 * 1024 * 1024 + 1) })
  await page.getByText('O arquivo é grande demais. O máximo é 4 MB.').waitFor()
  await fileInput(page).setInputFiles({ ...pdf, buffer: Buffer.alloc(0) })
  await page.getByText('O arquivo está vazio.').waitFor()
  // On a busy machine dropped files may be gone before they are read; then they are dropped again.
  await expect
    .poll(
      async () => {
        await drop(page, ['uma.pdf', 'duas.pdf'])
        return page.getByText('Envie um arquivo só.').isVisible()
      },
      { intervals: [1000] },
    )
    .toBe(true)
  // It stays, and neither of them is attached, also once a file of that size has been read.
  await page.evaluate(`
    new Promise((read) => {
      const reader = new FileReader()
      reader.onload = read
      reader.readAsDataURL(new File(['%PDF-1.7'], 'uma.pdf'))
    })`)
  await page.getByText('Envie um arquivo só.').waitFor()
  expect(await page.getByRole('button', { name: /^Remover/ }).count()).toBe(0)

  // An HTML page named as a picture passes the browser's check, but not the server's.
  await fileInput(page).setInputFiles({ ...PICTURE, buffer: Buffer.from('<script>alert(1)</script>') })
  await page.getByText('São João.png').waitFor()
  await send.click()
  await page.getByText('Não conseguimos ler este arquivo. Envie uma imagem ou um PDF.').waitFor()
  await page.getByRole('button', { name: 'Remover São João.png' }).click()
  await fileInput(page).setInputFiles(PICTURE)
  await page.getByRole('img', { name: 'Prévia de São João.png' }).waitFor()
  await send.click()
  await expectToast(page, 'Solicitação enviada com sucesso! Vamos responder você em breve.')
  expect(await page.getByLabel('Mensagem').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  const kept = await withDatabase(
    (sql) => sql`select subject, message, file from support_requests where user_id = ${fan.uid}`,
  )
  expect(kept.map((row) => ({ ...row }))).toEqual([
    {
      subject: 'Saques',
      message: 'Meu resgate não chegou.',
      file: `data:image/png;base64,${PICTURE.buffer.toString('base64')}`,
    },
  ])

  const row = { user_id: fan.uid, subject: 'Conta', message: 'Oi', file: null }
  const insert = (body: object) =>
    call('/rest/v1/support_requests', { token: fan.session.access_token, body })
  for (let sent = 1; sent < 5; sent++) await insert({ ...row, message: `Oi ${sent}` })
  await page.getByLabel('Assunto').selectOption('Conta')
  await page.getByLabel('Mensagem').fill('Mais uma vez.')
  await send.click()
  await expectToast(
    page,
    'Erro ao salvar dados: Você já nos escreveu várias vezes há pouco. Tente de novo mais tarde.',
  )
  expect(await page.getByLabel('Mensagem').inputValue()).toBe('Mais uma vez.')
  const other = await newFan()
  await expect(insert({ ...row, user_id: other.uid })).rejects.toThrow('403')
})

test('a file of the maximum size arrives', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/support')
  await page.getByLabel('Assunto').selectOption('Compras')
  await page.getByLabel('Mensagem').fill('Segue o comprovante.')
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n')], 4 * 1024 * 1024)
  await fileInput(page).setInputFiles({ name: 'comprovante.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('4,2 MB').waitFor()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Solicitação enviada com sucesso!').waitFor()
})

test('the FAQ answers, and links on', RELEASE, async () => {
  const visitor = await visit()
  const { page } = visitor
  await enter(page, await newFan(), '/support')
  await page.getByRole('heading', { name: 'perguntas frequentes' }).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Qual é o prazo de retorno?' }))
  await page.keyboard.press('Enter')
  await page.getByText('não é inferior a 24 meses após a oferta').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText('Reativar a conta, só o suporte').waitFor()
  await page.getByRole('link', { name: 'Minha estante', exact: true }).click()
  await page.waitForURL('**/shelf')
})

test('the proposal form is prefilled with the fan’s details', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: DESKTOP, allowed: /ERR_FAILED/ })
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.getByRole('link', { name: 'Cadastrar projeto' }).click()
  await page.waitForURL('**/register-project')
  const [name, email, phone] = ['Nome', 'E-mail', 'Telefone'].map((label) =>
    page.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator]
  expect(await name.inputValue()).toBe('Duda Plateia')
  expect(await email.inputValue()).toBe(fan.email)
  expect(await phone.inputValue()).toMatch(/^\+55 \(11\) 9 \d{4}-\d{4}$/)
  for (const field of [name, email, phone]) expect(await field.getAttribute('readonly')).not.toBeNull()
  const send = page.getByRole('button', { name: 'Enviar' })
  const about = page.getByLabel('Sobre o seu projeto')
  await about.fill('   ')
  await send.click()
  await page.getByText('Campo obrigatório').waitFor()
  await about.fill('Um disco gravado à luz de lampião.')
  // A double tap is one proposal; the second tap does not validate the form that the first one cleared.
  await send.dblclick({ delay: 0 })
  await page.getByText('Cadastro realizado com sucesso! Vamos responder você em breve.').waitFor()
  expect(await about.inputValue()).toBe('')
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(0)
  const kept = await withDatabase(
    (sql) => sql`select message from register_projects where user_id = ${fan.uid}`,
  )
  expect(kept.map(({ message }) => message)).toEqual(['Um disco gravado à luz de lampião.'])
  const own = page.getByRole('region', { name: '_suas propostas' })
  await own.getByText('Um disco gravado à luz de lampião.').waitFor()
  await own.getByText('Esperando resposta').waitFor()
  await own.getByText(`A resposta vai para ${fan.email}`, { exact: false }).waitFor()

  await page.route('**/rest/v1/register_projects*', (route) => route.abort())
  await about.fill('Outro disco.')
  await send.click()
  await expectToast(
    page,
    'Erro ao salvar dados: Não conseguimos falar com o servidor. Confira sua conexão e tente novamente.',
  )

  // An account that predates the validation rules.
  await page.route('**/rest/v1/users?*', async (route) => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), email: 'sem-arroba', tel: '+55119' }
    await route.fulfill({ response: answer, json })
  })
  await page.reload()
  await about.fill('Outro disco.')
  await send.click()
  await page.getByText('Insira um endereço de e-mail válido').waitFor()
  await page.getByText('Telefone inválido').waitFor()
})

/** The fan's picture in the database. */
async function photoOf(fan: Fan): Promise<string | null> {
  const [row] = await withDatabase((sql) => sql`select photo_url from users where uid = ${fan.uid}`)
  return row?.photo_url ?? null
}

async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Atualizar foto de perfil' }).click()
  const modal = page.getByRole('dialog', { name: 'Atualizar foto de perfil' })
  await modal.waitFor()
  return modal
}

test('a photo is cropped by keys and wheel and replaced, and the previous one is removed', async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  const pencil = page.getByRole('button', { name: 'Atualizar foto de perfil' })
  await tabTo(page, pencil)
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Atualizar foto de perfil' })
  await modal.getByRole('button', { name: 'Cancelar' }).click()
  await modal.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  const update = modal.getByRole('button', { name: 'Atualizar', exact: true })
  await update.click()
  await modal.getByText('Escolha uma foto primeiro.').waitFor()
  await fileInput(page).setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await modal.getByText('Não conseguimos ler este arquivo. Escolha uma imagem JPEG ou PNG.').waitFor()
  await fileInput(page).setInputFiles(PICTURE)

  const stage = modal.getByRole('application', { name: 'Ajuste da foto' })
  const zoom = modal.locator('[data-zoom]')
  const picture = modal.locator('.advanced-cropper-background-image').first()
  await picture.waitFor()
  await stage.focus()
  expect(await zoom.getAttribute('data-zoom')).toBe('1.1')
  await page.keyboard.press('+')
  expect(await zoom.getAttribute('data-zoom')).toBe('1.2')
  await zoom.hover()
  await page.mouse.wheel(0, 100)
  await expect.poll(() => zoom.getAttribute('data-zoom')).toBe('1.1')
  for (let ticks = 0; ticks < 25; ticks++) await page.keyboard.press('+')
  expect(await zoom.getAttribute('data-zoom')).toBe('3')
  for (let ticks = 0; ticks < 40; ticks++) await page.keyboard.press('-')
  expect(await zoom.getAttribute('data-zoom')).toBe('0.1')
  for (let ticks = 0; ticks < 15; ticks++) await page.keyboard.press('+')
  const before = await zoom.screenshot()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  expect(before.equals(await zoom.screenshot())).toBe(false)
  await update.click()
  await expectToast(page, 'Imagem de perfil atualizada com sucesso!')
  await expect.poll(() => isFocused(pencil)).toBe(true)

  const first = (await photoOf(fan)) ?? ''
  expect(first).toMatch(/\/storage\/v1\/object\/public\/images\/profile\/Sa-o-Joa-o-\d+\.png$/)
  const answer = await fetch(first)
  expect(answer.headers.get('cache-control')).toBe('max-age=3600')
  const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([kept.width, kept.height, kept.format]).toEqual([512, 512, 'png'])
  await page.locator(`header img[src="${first}"]`).waitFor()
  await page.locator(`main img[src="${first}"]`).waitFor()

  await openEditor(page)
  await fileInput(page).setInputFiles(ANOTHER)
  await stage.waitFor()
  await picture.waitFor()
  const circle = modal.locator('.advanced-cropper-circle-stencil')
  const sides = async () => {
    const box = await circle.boundingBox()
    return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
  }
  await expect.poll(sides).toEqual([300, 300])
  const shape = `getComputedStyle(document.querySelector('.advanced-cropper-stencil-overlay')).borderRadius`
  expect(await page.evaluate(shape)).toBe('50%')
  await update.click()
  await page.locator('header img[src*="outra-"]').waitFor()
  await expect.poll(async () => (await fetch(first)).status).toBe(400)
  expect((await fetch((await photoOf(fan)) ?? '')).status).toBe(200)
})

test('a photo that cannot be saved leaves nothing behind', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: DESKTOP, allowed: /status of 5|ERR_FAILED/ })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  const modal = await openEditor(page)
  await fileInput(page).setInputFiles(PICTURE)
  await modal.getByRole('application').waitFor()
  const update = modal.getByRole('button', { name: 'Atualizar', exact: true })
  const door = '**/storage/v1/object/images/**'
  await page.route(door, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"sem espaço"}' }),
  )
  await update.click()
  await expectToast(page, 'Erro ao fazer upload da imagem: sem espaço')
  await page.unroute(door)
  await page.route('**/rest/v1/users*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await update.click()
  await expectToast(page, 'Ocorreu um erro ao atualizar imagem de perfil.')
  expect(await photoOf(fan)).toBeNull()
  const left = () => withDatabase((sql) => sql`select name from storage.objects where owner = ${fan.uid}`)
  await expect.poll(async () => (await left()).length).toBe(0)
})

test('on a phone the photo is pinched between half and twice its size', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit({ viewport: PHONE })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  const modal = await openEditor(page)
  await fileInput(page).setInputFiles(PICTURE)
  const image = modal
    .locator('.advanced-cropper-background-image__inner, .advanced-cropper-background-image')
    .first()
  await image.waitFor()
  const width = async () => (await image.boundingBox())?.width ?? 0
  const nearer = modal.getByRole('button', { name: 'Aproximar' })
  const farther = modal.getByRole('button', { name: 'Afastar' })
  for (let presses = 0; presses < 20; presses++) await nearer.click()
  const most = await width()
  for (let presses = 0; presses < 30; presses++) await farther.click()
  const least = await width()
  // From twice to half its size is a factor of four.
  expect(Math.round((most / least) * 100) / 100).toBe(4)
  // From 576 px on the wide layout applies, with a circle of 300.
  const circle = modal.locator('.advanced-cropper-circle-stencil')
  const diameter = async () => Math.round((await circle.boundingBox())?.width ?? 0)
  for (const [width, expected] of [
    [575, 260],
    [576, 300],
  ] as const) {
    await page.setViewportSize({ ...PHONE, width })
    await expect.poll(diameter).toBe(expected)
  }
  await page.setViewportSize(PHONE)
  await expect.poll(diameter).toBe(260)
  await modal.getByRole('button', { name: 'Atualizar', exact: true }).click()
  await expectToast(page, 'Imagem de perfil atualizada com sucesso!')
  expect((await fetch((await photoOf(fan)) ?? '')).status).toBe(200)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const seen = page.getByRole('dialog').locator('img[src*="/images/profile/"]')
  await expect
    .poll(async () => {
      await pressIfThere(menu)
      return seen.isVisible()
    })
    .toBe(true)
})

test('the tour works by keyboard alone, and remembers that it was finished', RELEASE, async () => {
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enter(page, await newFan(), '/shelf')
  await tabTo(page, page.getByRole('button', { name: 'Como começar?' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '_como começar?' }).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Fazer o tour' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  const titles = [
    'Comece de graça',
    'Encontre o seu artista',
    'Seu dinheiro',
    'O menu',
    'O sino',
    'Ficou em dúvida?',
  ]
  for (const [index, title] of titles.entries()) {
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.getByText(`Passo ${index + 1} de 6`).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Anterior' }).count()).toBe(index === 0 ? 0 : 1)
    const next = page.getByRole('button', { name: index === 5 ? 'Finalizar' : 'Próximo' })
    if (index === 3) {
      await tabTo(page, page.getByRole('button', { name: 'Anterior' }))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Seu dinheiro' }).waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Próximo' }))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: title }).waitFor()
    }
    await tabTo(page, next)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Como começar?' }).click()
  await page.getByRole('button', { name: 'Refazer o tour' }).click()
  await page.getByRole('button', { name: 'Pular tutorial' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('an abandoned form keeps its text until it is sent', RELEASE, async () => {
  const visitor = await visit()
  const { page } = visitor
  await enter(page, await newFan(), '/support')
  const message = page.getByLabel('Mensagem')
  await page.getByLabel('Assunto').selectOption('Saldo')
  await message.fill('Depositei ontem 🎸')
  await page.reload()
  expect(await message.inputValue()).toBe('Depositei ontem 🎸')
  expect(await page.getByLabel('Assunto').inputValue()).toBe('Saldo')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expectToast(page, 'Solicitação enviada com sucesso! Vamos responder você em breve.')
  expect(await message.inputValue()).toBe('')
  await page.reload()
  expect(await message.inputValue()).toBe('')

  await page.goto('/register-project')
  const about = page.getByLabel('Sobre o seu projeto')
  await about.fill('Um disco de viola')
  await page.goto('/support')
  expect(await message.inputValue()).toBe('')
  await page.goto('/register-project')
  expect(await about.inputValue()).toBe('Um disco de viola')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Cadastro realizado com sucesso! Vamos responder você em breve.').waitFor()
  expect(await about.inputValue()).toBe('')
  await page.reload()
  expect(await about.inputValue()).toBe('')
})

test('the back button of a phone closes what is on top, and nothing below it', RELEASE, async () => {
  const fan = await newFan({ centavos: 9000 })
  const visitor = await visit()
  const { page } = visitor
  // Desktop browsers have no such button, but fire the same event.
  await page.addInitScript(`
    const Own = CloseWatcher
    const watchers = []
    globalThis.CloseWatcher = function () {
      watchers.push(new Own())
      return watchers.at(-1)
    }
    globalThis.pressBack = () => watchers.at(-1).requestClose()`)
  const project = await projectNamed(fan, 'Janela Acesa')
  await enter(page, fan, `/auction/${project.uid}`)
  await page.getByRole('button', { name: 'Enviar lance' }).click()
  const [form, question] = ['_enviar oferta', '_confirmar pagamento'].map((name) =>
    page.getByRole('dialog', { name, includeHidden: true }),
  ) as [Locator, Locator]
  await form.getByLabel('Valor do lance').fill('8000')
  await form.getByRole('button', { name: 'Enviar lance' }).click()
  await question.waitFor()
  await page.evaluate('pressBack()')
  await question.waitFor({ state: 'detached' })
  expect(await form.getByLabel('Valor do lance').inputValue()).toContain('80,00')
  await page.getByRole('button', { name: 'Fechar' }).click()
  await form.waitFor({ state: 'detached' })
  for (const opener of [/^Menu$/, /^Notificações/, /^Como começar\?$/]) {
    await page.getByRole('button', { name: opener }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate('pressBack()')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect(new URL(page.url()).pathname).toBe(`/auction/${project.uid}`)
})

test('going back restores the scroll position and the focused link', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  const link = page.getByRole('link', { name: /^Comprar Quintal Elétrico/ })
  await untilListed(page, link)
  await link.scrollIntoViewIfNeeded()
  const place = () => page.evaluate<number>('scrollY')
  const left = await place()
  expect(left).toBeGreaterThan(500)
  await link.click()
  await page.getByRole('heading', { name: '_comprar $TUNE' }).waitFor()
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect.poll(place).toBe(left)
  expect(await isFocused(link)).toBe(true)
  await page.goForward()
  await page.getByRole('heading', { name: '_comprar $TUNE' }).waitFor()
  await expect.poll(place).toBe(0)
})

test('the longest names without spaces widen no screen', RELEASE, async () => {
  const fan = await newFan({ centavos: 9000 })
  const [name, nickname, pixKey] = [
    'N'.repeat(120),
    newNickname(`W${'w'.repeat(20)}`),
    `${'w'.repeat(37)}${Date.now()}@tune.test`,
  ]
  await withDatabase(
    (sql) => sql`update users set full_name = ${name}, nickname = ${nickname} where uid = ${fan.uid}`,
  )
  const { token, project } = {
    token: fan.session.access_token,
    project: await projectNamed(fan, 'Janela Acesa'),
  }
  await call('/api/v1/buy-token-balance', {
    token,
    body: { typeBuy: 'bid', UID: project.uid, amount: 5000 + randomInt(3000) },
  })
  const gift = { email: pixKey, words: 'w'.repeat(60) }
  await call('/api/v1/buy-token-balance', {
    token,
    body: { typeBuy: 'mint', UID: (await newProject({ supply: 1, price: 500 })).uid, gift },
  })
  await call('/api/v1/redeem-balance', { token, body: { pixKeyType: 'email', pixKey, amount: 100 } })
  const { data: movements } = await call<{ data: { id: string }[] }>('/api/v1/statement', { token })
  const visitor = await visit({ viewport: { width: 320, height: 640 } })
  const { page } = visitor
  await enter(page, fan, '/shelf')
  await page.getByRole('heading', { name }).waitFor()
  await page.getByText(`Para ${pixKey}`).waitFor()
  await expectWithin(page, 'shelf')
  await page.goto('/shelf/security')
  await page.getByRole('heading', { name: '_seus dados' }).waitFor()
  await expectWithin(page, 'security')
  await page.goto(`/statement/${movements[0]?.id}`)
  await page.getByText(name).waitFor()
  await expectWithin(page, 'receipt')
  await page.goto('/redeem-balance')
  await page.getByText(pixKey).waitFor()
  await expectWithin(page, 'withdrawals')
  await page.goto(`/auction/${project.uid}`)
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('cell', { name: nickname }).first().waitFor()
    await expectWithin(page, `auction at ${width}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/p/${project.uid}`)
  await page.getByRole('heading', { name: 'Janela Acesa' }).waitFor()
  await expectWithin(page, 'project page')
})

test('these screens are accessible', RELEASE, async () => {
  const visitor = await visit()
  const { page } = visitor
  await enter(page, await newFan(), '/support')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await page.getByRole('button', { name: 'Como cancelo a minha conta?' }).click()
  await fileInput(page).setInputFiles(PICTURE)
  await page.getByRole('img', { name: /^Prévia/ }).waitFor()
  await expectAccessible(page, 'support')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.goto('/register-project')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Campo obrigatório').waitFor()
  await expectAccessible(page, 'register project')
  await page.goto('/shelf')
  await openEditor(page)
  await expectAccessible(page, 'photo')
  await fileInput(page).setInputFiles(PICTURE)
  await page.getByRole('application').waitFor()
  await expectAccessible(page, 'photo on a phone')
  await page.setViewportSize(DESKTOP)
  await page.locator('[data-zoom]').waitFor()
  await expectAccessible(page, 'photo on a desktop')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Como começar?' }).click()
  await expectAccessible(page, 'help')
  await page.getByRole('button', { name: 'Fazer o tour' }).click()
  await page.getByRole('dialog', { name: 'Comece de graça' }).waitFor()
  await page.getByText('Passo 1 de 6').waitFor()
  await expectAccessible(page, 'tour')
})

test('in English throughout', RELEASE, async () => {
  const visitor = await visit({ locale: 'en-US' })
  const { page } = visitor
  await enter(page, await newFan({ language: 'en' }), '/support')
  await page.getByRole('heading', { name: '_support' }).waitFor()
  await page.getByRole('button', { name: 'How do I cancel my account?' }).click()
  await expectLanguage(page, 'en')
  await page.goto('/register-project')
  await page.getByRole('heading', { name: '_register a project' }).waitFor()
  await expectLanguage(page, 'en')
  await page.goto('/shelf')
  await page.getByRole('button', { name: 'Update profile photo' }).click()
  await fileInput(page).setInputFiles(PICTURE)
  await page.getByRole('application').waitFor()
  await expectLanguage(page, 'en')
})
