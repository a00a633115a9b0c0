/** A work before it is bought: hearing it, its page, following it, and a lot that opens at an announced hour. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Answer } from '#server/product/api/call.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { expectAbove, expectAccessible } from './accessibility.ts'
import { buyAndReceive, newAuction, newProject, tokenOf } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { DESKTOP, expect, mailTo, RELEASE, shot, test, visit, withDatabase, world } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { buyWithBalance, call, enter, newAdmin, newFan, projectNamed, untilListed } from './people.ts'

const SONG = join(import.meta.dirname, '../db/seed/clips/mare-cheia.mp3')

const hear = (page: Page, name: string) => page.getByRole('button', { name: `Ouvir um trecho de ${name}, ` })
const stop = (page: Page, name: string) => page.getByRole('button', { name: `Parar o trecho de ${name}` })
const ADDS = /^Este trecho é de graça\./
const publicOf = async (uid: string) =>
  (await call<Answer<PublicProjectWire>>(`/api/v1/projects/${uid}/public`)).data
const sendAlerts = () => withDatabase((sql) => sql`select private.add_job('send-alerts', '{}')`)

test(
  'clips are heard one at a time, by keyboard too, and by somebody who has no account',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit()
    const { page } = visitor
    await enter(page, fan, '/dashboard')
    await untilListed(page, hear(page, 'Maré Cheia'))
    await untilListed(page, hear(page, 'Noite de Lata'))
    await hear(page, 'Maré Cheia').click()
    await stop(page, 'Maré Cheia').waitFor()
    // It really sounds: the seconds left go down.
    await expect.poll(() => stop(page, 'Maré Cheia').innerText(), { timeout: 15_000 }).toMatch(/0:2[0-8]/)
    // A card says what the hour adds, once: where it sounds.
    expect(await page.getByText(ADDS).count()).toBe(1)
    await hear(page, 'Noite de Lata').focus()
    await page.keyboard.press('Enter')
    await stop(page, 'Noite de Lata').waitFor()
    await hear(page, 'Maré Cheia').waitFor()
    await page.keyboard.press('Enter')
    await hear(page, 'Noite de Lata').waitFor()
    expect(await page.getByText(ADDS).count()).toBe(0)
    await visitor.end()

    const { uid } = await projectNamed(fan, 'Janela Acesa')
    const stranger = await visit()
    await stranger.page.goto(`/p/${uid}`)
    await expectAbove(hear(stranger.page, 'Janela Acesa'), stranger.page.getByText(ADDS))
    await expectAbove(stranger.page.getByText(ADDS), stranger.page.locator('article dl').first())
    await hear(stranger.page, 'Janela Acesa').click()
    await stop(stranger.page, 'Janela Acesa').waitFor()
    // On its artist's page, too.
    await stranger.page.locator('article').getByRole('link', { name: 'Nara Vidal' }).click()
    await hear(stranger.page, 'Janela Acesa').click()
    await stop(stranger.page, 'Janela Acesa').waitFor()
    await stranger.page.getByText(ADDS).waitFor()
    await expectAccessible(stranger.page, 'a clip on an artist’s page')
    await shot(stranger.page, 'artist-clip-phone')
    await stranger.end()
  },
)

test('an administrator cuts a clip from an MP3, and what is none is refused', RELEASE, async () => {
  const { uid, projectName } = await newProject({ supply: 1, price: 2000 })
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await enter(page, await newAdmin(), `/admin/projects/${uid}/edit`)
  const song = page.getByLabel('Escolher MP3')
  await page.getByRole('button', { name: 'Escolher MP3' }).waitFor()
  await song.setInputFiles({ name: 'letra.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('la la la') })
  await page.getByText('Este arquivo não é um MP3.', { exact: false }).waitFor()
  await song.setInputFiles(SONG)
  await page.getByLabel('O trecho começa em').fill('0:45')
  await page.getByLabel('O trecho começa em').blur()
  await page.getByText('A obra termina antes deste ponto.', { exact: false }).waitFor()
  await page.getByLabel('O trecho começa em').fill('0:10')
  await page.getByRole('button', { name: 'Salvar alterações' }).click()
  await expectToast(page, `As alterações de ${projectName} foram salvas.`)
  expect((await publicOf(uid)).clip).toMatchObject({ seconds: 20 })
})

test('a tap on a cover opens the work, which says everything and leads to buying or bidding', async () => {
  const fan = await newFan()
  const { uid } = await projectNamed(fan, 'Noite de Lata')
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  const cover = page.getByRole('link', { name: 'Conhecer Noite de Lata, de DJ Ferrugem' })
  await untilListed(page, cover)
  await cover.click()
  await page.waitForURL(`**/project/${uid}`)
  await page.getByRole('heading', { name: 'Noite de Lata', level: 1 }).waitFor()
  for (const title of ['_a letra começa assim', '_o que é um $TUNE'])
    await page.getByRole('heading', { name: title }).waitFor()
  await page.getByRole('button', { name: 'Seguir DJ Ferrugem' }).waitFor()
  await expectAccessible(page, 'a work')
  await shot(page, 'work-phone')
  await page.getByRole('main').getByRole('link', { name: 'Quero ouvir' }).click()
  await page.waitForURL(`**/payment/${uid}`)
  await page.getByRole('main').getByRole('link', { name: 'DJ Ferrugem', exact: true }).click()
  await page.waitForURL('**/artists/*')
  await page.goBack()
  await cover.click()
  await page.waitForURL(`**/project/${uid}`)

  const auction = await newAuction({ supply: 2 })
  await page.goto(`/project/${auction.uid}`)
  await page.getByText('Livres agora: 0 de 2.').waitFor()
  await expect.poll(() => page.getByRole('region', { name: '_unidades' }).getByRole('timer').count()).toBe(2)
  await page.getByRole('link', { name: 'Dar um lance' }).click()
  await page.waitForURL(`**/auction/${auction.uid}`)
  // The auction is followed where it is, and leads back to the work.
  await page.getByRole('button', { name: 'Seguir Trio Neblina' }).waitFor()
  await page.getByRole('button', { name: `Avisar sobre ${auction.projectName}` }).click()
  const below = page.getByLabel('Avise quando couber em')
  await below.fill('20')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(/^O menor lance é R\$\s20,00/).waitFor()
  await below.fill('2500')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(/^Combinado\. Avisamos quando couber em R\$\s25,00/).waitFor()
  await expectAccessible(page, 'an auction to follow')
  await shot(page, 'auction-follow-phone')
  await page.getByRole('link', { name: `Conhecer ${auction.projectName}, de Trio Neblina` }).click()
  await page.waitForURL(`**/project/${auction.uid}`)
})

test(
  'a watched work calls in its last hour, and its mails end with one tap from the mailbox',
  RELEASE,
  async () => {
    const fan = await newFan()
    const { uid, projectName } = await newProject({ supply: 1, price: 2000 })
    const visitor = await visit()
    const { page } = visitor
    // As an iPhone's, before the product is on its home screen.
    await page.addInitScript('delete window.PushManager')
    await enter(page, fan, `/project/${uid}`)
    const watch = page.getByRole('button', { name: `Avisar sobre ${projectName}` })
    await watch.click()
    await expect.poll(() => watch.getAttribute('aria-pressed')).toBe('true')
    await withDatabase(async (sql) => {
      // Whoever sleeps is told in the morning, if it comes before the end: this fan is told at any hour.
      await sql`insert into private.wakeful (user_id) values (${fan.uid})`
      await sql`update projects set expired_at = now() + interval '50 minutes' where uid = ${uid}`
    })
    await sendAlerts()
    const mail = await mailTo(fan.email, /Última hora de/)
    await page.getByRole('button', { name: 'Notificações, 1 não lida' }).click()
    await page.getByRole('link', { name: new RegExp(`^${projectName} encerra em`) }).waitFor()
    await page.getByRole('link', { name: 'Escolher o que me avisa' }).click()
    const byMail = page
      .getByRole('group', { name: 'Última hora de uma obra que você acompanha' })
      .getByRole('switch', { name: 'E-mail' })
    expect(await byMail.isChecked()).toBe(true)
    // On a phone the three ways of a topic stand side by side.
    const topic = page.getByRole('group', { name: 'Última hora de uma obra que você acompanha' })
    const tops = (await topic.getByRole('switch').all()).map(async (way) => (await way.boundingBox())?.y)
    expect(new Set(await Promise.all(tops)).size).toBe(1)
    // What would come by push is not said to be on, and each switch tells why.
    await page.getByText('Este navegador não mostra avisos no aparelho.').waitFor()
    for (const push of await page.getByRole('switch', { name: 'Aparelho' }).all()) {
      expect([await push.isDisabled(), await push.isChecked()]).toEqual([true, false])
      await expect(push).toHaveAccessibleDescription(/^Este navegador não mostra avisos.* instale a Tune/)
    }
    await page.getByRole('link', { name: projectName }).waitFor()
    await expectAccessible(page, 'alerts')
    await shot(page, 'alerts-phone')

    const address = mail.links.find((link) => link.includes('/unsubscribe/'))
    if (!address) throw new Error('the mail has no way out')
    const stranger = await visit()
    await stranger.page.goto(address)
    await expectAccessible(stranger.page, 'ending mails')
    await shot(stranger.page, 'ending-mails')
    await stranger.page.getByRole('button', { name: 'Parar' }).click()
    await stranger.page.getByText('Pronto. Estes avisos não chegam mais por e-mail.').waitFor()
    await stranger.end()
    await page.reload()
    await expect.poll(() => byMail.isChecked()).toBe(false)

    await page.goto('/alerts?lng=en')
    await page.getByRole('link', { name: projectName }).waitFor()
    await expectLanguage(page, 'en')
    await page.goto(`/project/${uid}?lng=en`)
    await page.getByRole('button', { name: `Tell me about ${projectName}` }).waitFor()
    await expectLanguage(page, 'en')
    await visitor.end()
  },
)

/** Of the only one in a room, as if so many had been drawn. */
const setPlace = (uid: string, place: number) =>
  withDatabase(async (sql) => {
    const project = sql`(select id from projects where uid = ${uid})`
    await sql`update private.waiting_room set place = ${place} where project_id = ${project}`
    await sql`update private.openings set people = ${place} where project_id = ${project}`
  })

test('a lot opens at its hour: nobody before it, then by the order that was drawn', async () => {
  const fan = await newFan({ centavos: 6000 })
  const { uid, projectName } = await newProject({ supply: 1, price: 2000 })
  const opensIn = (time: string) =>
    withDatabase(
      (sql) => sql`update projects set opens_at = now() + ${time}::text::interval where uid = ${uid}`,
    )
  await opensIn('1 hour')
  // A clip, and a name of two lines: the room is in the first screen even so.
  await withDatabase(
    (sql) => sql`
      update projects set project_name = projects.project_name || ' da serra', clip = heard.clip, clip_seconds = heard.clip_seconds
      from projects heard where projects.uid = ${uid} and heard.project_name = 'Maré Cheia'`,
  )
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, `/payment/${uid}`)
  await page.getByText('Este lote ainda não abriu.').first().waitFor()
  await page.goto(`/project/${uid}`)
  await page.getByText('Ela abre em 00:', { exact: false }).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Quero ouvir' }).count()).toBe(0)
  const calendar = await page.getByRole('link', { name: 'Pôr na agenda' }).getAttribute('href')
  expect(await (await fetch(`${world.url}${calendar}`)).text()).toContain('BEGIN:VEVENT')
  // Who comes by the shared link finds the room, too.
  await page.goto(`/p/${uid}`)
  await page.waitForURL(`**/project/${uid}`)
  // An hour that runs takes room at the bottom.
  const heard = await newProject({ supply: 1, price: 1000 })
  await buyAndReceive(fan, heard.uid)
  await withDatabase(
    (sql) => sql`
      update mints set status_song = 'pending', played_at = now(), will_expire_at = now() + interval '1 hour'
      from projects where projects.id = project_id and projects.uid = ${heard.uid}`,
  )
  await opensIn('15 seconds')
  await page.reload()
  const strip = page.getByRole('region', { name: 'sua hora está correndo' })
  await strip.waitFor()
  const places = page.getByRole('navigation', { name: 'Lugares' })
  await expectAbove(page.getByRole('button', { name: 'Entrar na sala' }), strip)
  // In the room it is a thin line.
  expect((await strip.boundingBox())?.height).toBeLessThan(50)
  await page.getByRole('button', { name: 'Entrar na sala' }).click()
  await page.getByText('Você está na sala.', { exact: false }).waitFor()
  await expectAccessible(page, 'waiting room')
  await shot(page, 'waiting-room-phone')
  await expectToast(page, 'É a sua vez. Enquanto houver unidade, ela não acaba.')
  await expect(page).toHaveTitle(/^É a sua vez · .+ · Tune$/)
  await expectAbove(page.getByText('Seu número é 1, de 1.'), strip)
  const buy = page
    .getByRole('region', { name: '_sala de espera' })
    .getByRole('button', { name: /^Comprar com saldo/ })
  await expectAbove(buy, strip)
  await shot(page, 'turn-with-hour-phone')
  // What is bought on another device meanwhile does not cover the room.
  await buyWithBalance(fan, (await newProject({ supply: 1, price: 1000 })).uid)
  await expectToast(page, 'Seu $TUNE está disponível!')
  await expectAccessible(page, 'a room that stays in sight')
  expect(await page.locator('[data-moment]').count()).toBe(0)
  // With six hundred people before them the room stands in place of the sale, in sight.
  await setPlace(uid, 601)
  await page.reload()
  const wait = page.getByText('Sua vez começa em', { exact: false })
  await expectAbove(wait, strip)
  await expect(page).not.toHaveTitle(/É a sua vez/)
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Comprar/ })
      .count(),
  ).toBe(0)
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(Quero ouvir|Dar)/ })
      .count(),
  ).toBe(0)
  await expectAccessible(page, 'a turn that has not come')
  await shot(page, 'waiting-turn-phone')
  // A card leads there, too.
  await page.goto(`/dashboard?search=${encodeURIComponent(projectName)}`)
  await page.getByRole('link', { name: new RegExp(`^Comprar ${projectName}`) }).click()
  await wait.waitFor()
  // The page where one pays says so beside the price, and asks for nothing before the turn.
  await page.goto(`/payment/${uid}`)
  await wait.waitFor()
  await page.getByText(/^R\$\s20,00$/).waitFor()
  const pay = page.getByRole('button', { name: 'ENVIAR pagamento' })
  expect(await pay.count()).toBe(0)
  await expectAccessible(page, 'paying before the turn')
  await shot(page, 'payment-turn-phone')
  await setPlace(uid, 1)
  await page.reload()
  await pay.waitFor()
  await page.goto(`/project/${uid}`)
  await page.getByText('É a sua vez.', { exact: false }).waitFor()
  await expectAbove(buy, strip)
  await strip.getByRole('button', { name: 'Esconder' }).click()
  await expectAbove(buy, places)
  await shot(page, 'turn-phone')
  await buy.click()
  await expect.poll(() => tokenOf(fan, uid), { timeout: 30_000 }).toBe('minted')
})
