/** The life of a project in the back office: editing, preview, publishing, pausing, closing, and uploading its video. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Answer } from '#server/product/api/call.ts'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { expectAccessible, expectFitting, expectWithin } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { buyAndReceive, tokenOf } from './auctions.ts'
import { expectToast, plain } from './bidding.ts'
import {
  DESKTOP,
  expect,
  mailTo,
  PHONE,
  RELEASE,
  shot,
  test,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { adminToken, balanceOf, call, enter, newFan, newWallet, projectSeenBy } from './people.ts'

const MEDIA = join(import.meta.dirname, '../emulators/video/media/hora-de-luz')
const DAY_MS = 86_400_000

/** Whether the video host holds uploads half-way through encoding. */
async function holdEncoding(held: boolean): Promise<void> {
  const body = JSON.stringify({ held })
  const answer = await fetch(`${world.emulators}/video/_control/encoding`, { method: 'POST', body })
  expect(answer.status).toBe(200)
}

/** On a phone and on a wide screen, in both themes. */
async function expectWellMade(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await page.setViewportSize(PHONE)
  await expectWithin(page, name)
  await shot(page, `admin-${name}`)
  await page.setViewportSize(DESKTOP)
}

/** An unpublished project of one unit, with its contract deployed. */
async function newDraft(): Promise<{ uid: string; projectName: string }> {
  const token = await adminToken()
  const { thumbnail, baseURI, contractURI } = await projectSeenBy(token, 'Maré Cheia')
  const projectName = `Lume ${randomUUID().slice(0, 8)}`
  const { data } = await call<Answer<{ uid: string }>>('/api/v1/create-project', {
    token,
    body: {
      projectName,
      author: 'Trio Neblina',
      authorWallet: newWallet(),
      symbol: 'LUME',
      description: 'Três vozes e um lampião.',
      fiatPrice: 1500,
      totalSupply: 1,
      validPeriod: 3600,
      videoId: 'mare-cheia',
      lyrics: '<p>Um lampião<br>na serra</p><p>E a noite</p>',
      thumbnail,
      baseURI,
      contractURI,
      expiredAt: new Date(Date.now() + DAY_MS).toISOString().slice(0, 19).replace('T', ' '),
    },
  })
  await expect.poll(async () => (await read(data.uid)).contractAddress, { timeout: 60_000 }).not.toBeNull()
  return { uid: data.uid, projectName }
}

async function read(uid: string): Promise<AdminProjectPageWire> {
  const token = await adminToken()
  return (await call<Answer<AdminProjectPageWire>>(`/api/v1/admin/projects/${uid}`, { token })).data
}

test(
  'a draft is found, edited and previewed as a fan would see it, by administrators alone',
  RELEASE,
  async () => {
    const { uid, projectName } = await newDraft()
    const visitor = await visitAsAdmin(
      `/admin/projects?${new URLSearchParams({ search: projectName })}`,
      DESKTOP,
      // Saving a stale version answers 409, opening a draft as a fan 404.
      /status of (409|404)/,
    )
    const { page } = visitor
    await page.getByRole('link', { name: `Abrir ${projectName}` }).click()
    await page.getByText('Não publicado').waitFor()
    await expect.poll(() => page.title()).toBe(`${projectName} · Tune`)
    await expectWellMade(page, 'project')
    // The list is as it was left.
    await page.getByRole('link', { name: 'Todos os projetos' }).click()
    await page.getByRole('link', { name: `Abrir ${projectName}` }).waitFor()
    expect(new URL(page.url()).searchParams.get('search')).toBe(projectName)
    await page.getByRole('link', { name: `Abrir ${projectName}` }).click()

    await page.getByRole('link', { name: 'Editar' }).click()
    const lyrics = page.getByLabel('Letra (opcional)')
    await lyrics.waitFor()
    expect(await lyrics.inputValue()).toBe('Um lampião\nna serra\n\nE a noite')
    expect(await page.getByLabel('Total de unidades').getAttribute('readonly')).not.toBeNull()
    await page.getByLabel('Autor', { exact: true }).fill('Quarteto Neblina')
    await page.getByLabel('Preço').fill('')
    await page.getByLabel('Preço').pressSequentially('2000')
    await lyrics.fill('Um <b>lampião</b>\nna serra\n\nE a manhã')
    await expectWellMade(page, 'edit')
    // What is not saved yet is still there after a look elsewhere.
    await page.goBack()
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByText('Você mudou o texto e ainda não salvou.').waitFor()
    expect(await lyrics.inputValue()).toBe('Um <b>lampião</b>\nna serra\n\nE a manhã')
    // What was typed is still there after a reload.
    await page.reload()
    await expect.poll(() => lyrics.inputValue()).toBe('Um <b>lampião</b>\nna serra\n\nE a manhã')
    expect(await page.getByLabel('Autor', { exact: true }).inputValue()).toBe('Quarteto Neblina')

    // Somebody else saves first.
    const token = await adminToken()
    const body = { version: 1, description: 'Quatro vozes e um lampião.' }
    await call(`/api/v1/admin/projects/${uid}/edit`, { token, body })
    await page.getByRole('button', { name: 'Salvar alterações' }).click()
    await page.getByRole('button', { name: 'Carregar a versão atual' }).click()
    await expect.poll(() => page.getByLabel('Descrição').inputValue()).toBe('Quatro vozes e um lampião.')
    await page.getByLabel('Autor', { exact: true }).fill('Quarteto Neblina')
    await page.getByLabel('Preço').fill('')
    await page.getByLabel('Preço').pressSequentially('2000')
    await lyrics.fill('Um <b>lampião</b>\nna serra\n\nE a manhã')
    await page.getByRole('button', { name: 'Salvar alterações' }).click()
    await expectToast(page, `As alterações de ${projectName} foram salvas.`)
    await page.getByText('Quarteto Neblina').first().waitFor()
    expect(await read(uid)).toMatchObject({
      version: 3,
      author: 'Quarteto Neblina',
      fiatPrice: 2000,
      description: 'Quatro vozes e um lampião.',
      lyrics: '<p>Um &lt;b&gt;lampião&lt;/b&gt;<br />na serra</p><p>E a manhã</p>',
    })

    await page.getByRole('link', { name: 'Ver como fã' }).click()
    await page.getByRole('heading', { name: projectName, level: 1 }).waitFor()
    await page.frameLocator(`iframe[title^="${projectName}"]`).locator('video').waitFor()
    await page.locator('[data-lyrics]').getByText('E a manhã').waitFor()
    await expectWellMade(page, 'preview')
    await page.goto(`/p/${uid}`)
    await page.getByText('Não encontramos este projeto').waitFor()
    await visitor.end()
  },
)

test('a project is published, paused while a fan watches, resumed, and closed with its bid released', async () => {
  const { uid, projectName } = await newDraft()
  const visitor = await visitAsAdmin(`/admin/projects/${uid}`, DESKTOP)
  const { page } = visitor
  // A video that the host does not have is said in our words, and nothing is offered.
  await withDatabase((sql) => sql`update projects set video_id = 'nenhum' || video_id where uid = ${uid}`)
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('dialog').getByText('O vídeo deste projeto não existe na biblioteca').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).count()).toBe(0)
  await withDatabase((sql) => sql`update projects set video_id = substr(video_id, 7) where uid = ${uid}`)
  await page.reload()
  await page.getByRole('button', { name: 'Publicar' }).click()
  // What fans will see is played where it is decided.
  const film = page.getByRole('dialog').locator('iframe').contentFrame()
  await film.locator('video').waitFor({ state: 'attached' })
  await expectWellMade(page, 'publishing')
  await shot(page, 'admin-publish-desktop')
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('Primeiro lote').waitFor()

  const holder = await newFan({ centavos: 1500 })
  await buyAndReceive(holder, uid)
  const bidder = await newFan({ centavos: 5000 })
  const order = { typeBuy: 'bid', UID: uid, amount: 3000 }
  const bid = (token: string) => call('/api/v1/buy-token-balance', { token, body: order })
  await bid(bidder.session.access_token)

  // A fan watches, and sees each change live.
  const fan = await newFan({ centavos: 5000 })
  const other = await visit({ viewport: PHONE })
  await enter(other.page, fan, `/auction/${uid}`)
  const offer = other.page.getByRole('button', { name: 'Enviar lance' }).last()
  await offer.waitFor()
  const third = await visit({ viewport: PHONE })
  await enter(third.page, bidder, `/auction/${uid}`)
  await third.page.getByText('Você lidera').last().waitFor()

  await page.reload()
  await page.getByText('Em leilão').waitFor()
  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.getByText('Lances que já valem continuam valendo', { exact: false }).waitFor()
  await expectWellMade(page, 'pause')
  await page.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click()
  await expectToast(page, `As vendas de ${projectName} estão em pausa.`)
  await page.getByText('Em pausa', { exact: true }).waitFor()
  await other.page.getByText('O leilão está em pausa.', { exact: false }).last().waitFor()
  await offer.waitFor({ state: 'detached' })
  await expectWithin(other.page, 'a paused auction')
  await expect.poll(() => other.page.getByText('Lidere com', { exact: false }).count()).toBe(0)
  await expect(bid(fan.session.access_token)).rejects.toThrow('project_paused')
  // Whoever has bid reads that all stays as it is, and no hour.
  await third.page.getByText('Seu lance de R$ 30,00 e o dinheiro dele ficam como estão').last().waitFor()
  await third.page.getByText('Próximo item', { exact: true }).waitFor()
  await expectFitting(third.page, 'a paused auction with a bid')
  await shot(third.page, 'paused-own-bid-phone')
  await third.page.goto('/bids')
  await third.page.getByText('Seu lance e o dinheiro dele ficam como estão', { exact: false }).waitFor()
  expect(await third.page.getByRole('timer').count()).toBe(0)
  await expectFitting(third.page, 'bids in a paused auction')
  await shot(third.page, 'paused-bids-phone')

  await page.getByRole('button', { name: 'Retomar' }).click()
  await expectToast(page, `${projectName} está à venda de novo.`)
  await offer.waitFor()

  await page.getByRole('button', { name: 'Encerrar agora' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 lance é cancelado').waitFor()
  expect(plain(await dialog.innerText())).toContain('R$ 30,00 voltam para a carteira dos fãs')
  // What it says follows what happens while one reads it.
  const late = await newFan({ centavos: 4000 })
  await call('/api/v1/buy-token-balance', {
    token: late.session.access_token,
    body: { ...order, amount: 3100 },
  })
  await dialog.getByText('2 lances são cancelados').waitFor()
  expect(plain(await dialog.innerText())).toContain('R$ 61,00 voltam para a carteira dos fãs')
  await expectWellMade(page, 'close-two')
  await dialog.getByText('1 fã com acesso continua ouvindo', { exact: false }).waitFor()
  await dialog.getByLabel('Para confirmar').fill('outro')
  await dialog.getByRole('button', { name: 'Encerrar agora' }).click()
  await dialog.getByText('O nome não confere.').waitFor()
  await expectWellMade(page, 'close')
  await dialog.getByLabel('Para confirmar').fill(projectName)
  await dialog.getByRole('button', { name: 'Encerrar agora' }).click()
  await expectToast(page, `${projectName} foi encerrado.`)
  await page.getByText('Encerrado', { exact: true }).waitFor()
  await other.page.getByText('Projeto encerrado.').last().waitFor()
  await other.end()
  await expect.poll(() => balanceOf(bidder)).toEqual({ balance: 5000, totalBided: 0 })
  // Whoever had bid reads why, and is led to the page that says the rest.
  await third.page.goto('/bids')
  await third.page
    .getByText('O projeto encerrou antes que o lance ganhasse uma unidade.', { exact: false })
    .waitFor()
  await expectFitting(third.page, 'a bid whose project closed')
  await shot(third.page, 'bids-closed-phone')
  await third.page.getByRole('link', { name: projectName }).last().click()
  await third.page.waitForURL(`**/project/${uid}`)
  await third.end()
  const mail = await mailTo(bidder.email, /Lance cancelado/)
  expect(mail.text).toContain('porque o projeto encerrou')
  expect(await tokenOf(holder, uid)).toBe('minted')
  const trail = await withDatabase(
    (sql) => sql`select action from private.admin_actions where subject = ${uid} order by id`,
  )
  expect(trail.map(({ action }) => action)).toEqual([
    'project.create',
    'project.publish',
    'project.pause',
    'project.resume',
    'project.close',
  ])
})

test('a video upload resumes after a lost part, and its id is filled in', RELEASE, async () => {
  const { uid, projectName } = await newDraft()
  const visitor = await visitAsAdmin(`/admin/projects/${uid}/edit`, DESKTOP, /status of 503|net::ERR_FAILED/)
  const { page } = visitor
  const send = page.getByRole('button', { name: 'Enviar um vídeo' })
  await send.waitFor()
  const file = page.locator('input[type=file][accept^="video"]')
  await file.setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await page.getByText('O vídeo precisa ser MP4, MOV ou WebM.').waitFor()

  const refusal = { data: { error: 'A plataforma não respondeu.', code: 'video_unavailable' } }
  await page.route('**/api/v1/admin/videos', (route) => route.fulfill({ status: 503, json: refusal }), {
    times: 1,
  })
  let lost = 0
  await page.route('**/tusupload/**', (route) =>
    route.request().method() === 'PATCH' && lost++ === 0 ? route.abort() : route.continue(),
  )
  const parts = await Promise.all(['init.mp4', '000.m4s'].map((name) => readFile(join(MEDIA, name))))
  await file.setInputFiles({ name: 'lume.mp4', mimeType: 'video/mp4', buffer: Buffer.concat(parts) })
  await page.getByText('O envio parou. A plataforma não respondeu.').waitFor()
  await expectWellMade(page, 'upload')
  // Keeps the video encoding until the page has asked, however slow the machine.
  await holdEncoding(true)
  await page.getByRole('button', { name: 'Continuar o envio' }).click()
  await page.getByText('Preparando o vídeo', { exact: false }).waitFor()
  await holdEncoding(false)
  await page.getByText('O vídeo está pronto e o ID foi preenchido.').waitFor()
  expect(lost).toBe(2)
  const videoId = await page.getByLabel('ID do vídeo').inputValue()
  expect(videoId).toMatch(/^[0-9a-f-]{36}$/)

  const words = Buffer.from('palavras, e nenhum quadro')
  await file.setInputFiles({ name: 'texto.mp4', mimeType: 'video/mp4', buffer: words })
  await page.getByText('A plataforma não conseguiu abrir este arquivo.', { exact: false }).waitFor()

  await page.getByRole('button', { name: 'Salvar alterações' }).click()
  await page.getByText(videoId).waitFor()
  await page.getByRole('link', { name: 'Ver como fã' }).click()
  const film = page.frameLocator(`iframe[title^="${projectName}"]`).locator('video')
  const seconds = () => film.evaluate((video) => (video as unknown as { duration: number }).duration)
  await expect.poll(seconds).toBeGreaterThan(1)
})

test(
  'the project form is prefilled from an accepted proposal, and a short search says what it needs',
  RELEASE,
  async () => {
    const fan = await newFan()
    const message = `Um disco gravado num farol, ${randomUUID().slice(0, 8)}.`
    await call('/rest/v1/register_projects', {
      token: fan.session.access_token,
      body: { user_id: fan.uid, message },
    })
    const [proposal] = await withDatabase(
      (sql) => sql<{ id: string; wallet: string }[]>`
      select register_projects.id, wallet from register_projects
      join users on users.uid = user_id where message = ${message}`,
    )
    const token = await adminToken()
    await call(`/api/v1/admin/proposals/${proposal?.id}`, { token, body: { status: 'accepted' } })

    const visitor = await visitAsAdmin(`/admin/projects/create?proposal=${proposal?.id}`, DESKTOP)
    const { page } = visitor
    await page.getByText('Proposta de Duda Plateia.', { exact: false }).waitFor()
    expect(await page.getByLabel('Autor', { exact: true }).inputValue()).toBe('Duda Plateia')
    // It was written to us: it is shown, and does not become the public description by itself.
    await page.getByText(message).waitFor()
    expect(await page.getByLabel('Descrição').inputValue()).toBe('')
    await page.getByText('Duda Plateia não cuida de nenhum artista', { exact: false }).waitFor()
    expect(await page.getByLabel('Carteira do autor').inputValue()).toBe(proposal?.wallet)
    await page.goto('/admin/projects?search=lu')
    await page.getByText('Digite pelo menos 3 letras ou números seguidos para buscar.').waitFor()
    await visitor.end()
  },
)
