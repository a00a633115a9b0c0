/** An artist's own place: invited, joined, a page that everybody sees, and the studio behind it. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Answer } from '#server/product/api/call.ts'
import type { StudioWorkWire } from '#server/product/studio/contract.ts'
import { expectFitting, expectWithin } from './accessibility.ts'
import { newProject } from './auctions.ts'
import {
  DESKTOP,
  expect,
  mailTo,
  PHONE,
  RELEASE,
  shot,
  test,
  type Visit,
  visit,
  withDatabase,
} from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { adminToken, buyWithBalance, call, enter, type Fan, newAdmin, newFan } from './people.ts'

test.use({ whole: true })

type Work = { uid: string; projectName: string; artist: string; slug: string }
async function newWork(): Promise<Work> {
  const project = await newProject({ supply: 3, price: 2000 })
  const [row] = await withDatabase(
    (sql) => sql<{ uid: string }[]>`
      select artists.uid from private.artists
      join projects on lower(author_wallet) = wallet where projects.uid = ${project.uid}`,
  )
  // Of letters that nobody takes for others, so that no two works' artists look alike.
  const slug = `trio-${[...project.uid.slice(0, 8)].map((digit) => 'abcdefghjkmnpqrs'[Number.parseInt(digit, 16)]).join('')}`
  return { ...project, artist: row?.uid ?? '', slug }
}

async function open(who: { session: Fan['session'] } | null, path: string, viewport = PHONE): Promise<Visit> {
  // Refusals that are part of the journey are logged by the browser.
  const visitor = await visit({ viewport, allowed: /status of (400|403|404|409)/ })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  if (who) await enter(visitor.page, who, path)
  else await visitor.page.goto(path)
  return visitor
}

/** The path of the newest invitation mailed to an address. */
async function invitationTo({ email }: Fan): Promise<string> {
  const { links } = await mailTo(email, /convite para cuidar/)
  const path = links.map((link) => new URL(link).pathname).find((one) => one.startsWith('/invitation/'))
  if (!path) throw new Error(`no invitation among ${links.join(' ')}`)
  return path
}

/** An artist's account, joined through the API. */
async function joined(work: Work): Promise<Fan> {
  const fan = await newFan()
  const { email } = fan
  await call(`/api/v1/admin/artists/${work.artist}/invitations`, {
    token: await adminToken(),
    body: { email, slug: work.slug },
  })
  const token = (await invitationTo(fan)).split('/').at(-1)
  await call('/api/v1/artist-invitation/accept', { token: fan.session.access_token, body: { token } })
  return fan
}

/** As `expectFitting`, and on the narrowest phone. */
async function expectFittingAnywhere(page: Page, name: string): Promise<void> {
  await expectFitting(page, name)
  const size = page.viewportSize()
  if (size?.width !== PHONE.width) return
  await page.setViewportSize({ width: 320, height: 640 })
  await expectWithin(page, `${name}, 320 px wide,`)
  await page.setViewportSize(size)
}

async function signIn(page: Page, { email, password }: Fan): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

test('an artist is invited by mail, comes in with the right account only, and leaves when the operator says so', async () => {
  const [work, artist, friend] = [await newWork(), await newFan(), await newFan()]
  const office = await open(await newAdmin(), `/admin/artists/${work.artist}`, DESKTOP)
  await office.page.getByRole('button', { name: 'Convidar' }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(artist.email)
  await dialog.getByLabel('Endereço da página').fill('Não Serve')
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await dialog.getByText(/^Use de 2 a 40 letras/).waitFor()
  await expectFitting(office.page, 'inviting an artist')
  await shot(office.page, 'artist-invite')
  await dialog.getByLabel('Endereço da página').fill(work.slug)
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await office.page.getByText('Convite enviado.').waitFor()
  await office.page.getByText(/^Vale até/).waitFor()
  const path = await invitationTo(artist)

  const broken = await open(friend, path.slice(0, -8))
  await broken.page.getByText('Este link não abre um convite.', { exact: false }).waitFor()
  await broken.end()
  const forwarded = await open(friend, path)
  await forwarded.page.getByText('Um convite para você cuidar de Trio Neblina.').waitFor()
  await forwarded.page.getByRole('button', { name: 'Aceitar convite' }).click()
  await forwarded.page.getByText(/^Este convite é de outro e-mail/).waitFor()
  await expectFitting(forwarded.page, 'a forwarded invitation')
  await shot(forwarded.page, 'invitation-forwarded')
  await forwarded.end()

  const visitor = await open(null, path)
  const { page } = visitor
  await page.getByText(new RegExp(`enviado a ${artist.email[0]}•••@tune.test`)).waitFor()
  await expectFittingAnywhere(page, 'an invitation')
  await shot(page, 'invitation')
  await page.getByRole('link', { name: 'Entrar', exact: true }).last().click()
  await signIn(page, artist)
  await page.getByText(`Você entrou como ${artist.email}.`).waitFor()
  await page.getByRole('button', { name: 'Aceitar convite' }).click()
  await page.getByText('Pronto: a sua conta cuida de Trio Neblina.').waitFor()
  await page.getByRole('link', { name: 'Abrir o estúdio' }).click()
  await page.getByRole('heading', { name: '_estúdio' }).waitFor()
  await page.getByText(work.projectName).waitFor()
  await page.goto(path)
  await page.getByText(/^Este convite já foi usado/).waitFor()
  await expectFitting(page, 'an invitation that is over')

  await office.page.reload()
  await office.page.getByRole('button', { name: 'Encerrar vínculo' }).click()
  await office.page.getByRole('dialog').getByLabel('Motivo').fill('Fim do contrato')
  await office.page.getByRole('dialog').getByRole('button', { name: 'Encerrar vínculo' }).click()
  await office.page.getByText('Vínculo encerrado.').waitFor()
  await expectFitting(office.page, 'an artist without an account')
  await shot(office.page, 'artist-account')
  await page.goto('/studio')
  await page.getByText('Esta conta não cuida de nenhum artista.').waitFor()
  await expectFitting(page, 'a studio that is nobody’s')
  await Promise.all([visitor.end(), office.end()])
})

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(
    `the studio shows figures and statement, and takes page, words and key, on ${name}`,
    RELEASE,
    async () => {
      const work = await newWork()
      const artist = await joined(work)
      await buyWithBalance(await newFan({ centavos: 2000 }), work.uid)
      const visitor = await open(artist, '/studio', viewport)
      const { page } = visitor
      const card = page.getByRole('listitem').filter({ hasText: work.projectName })
      await card
        .getByText(/R\$\s18,00/)
        .first()
        .waitFor()
      await page.getByText(/^A receber é o que você ganhou.* já pode sair o das vendas/).waitFor()
      await page.getByText('Primeiro lote: 2 de 3 à venda').waitFor()
      // Above all tabs: of R$ 18,00 nothing may go out before the play.
      const owed = page.locator('dl').filter({ hasText: 'Já pode ser repassado' })
      expect((await owed.innerText()).replace(/\s+/g, ' ')).toBe(
        'A receber R$ 18,00 Já pode ser repassado R$ 0,00 Espera o play R$ 18,00',
      )
      await expectFittingAnywhere(page, `figures on ${name}`)
      await shot(page, `studio-figures-${viewport.width}`)

      const tab = (label: string) => page.getByRole('radio', { name: label }).click()
      await tab('Extrato')
      await page.getByText('Saldo até agora').waitFor()
      await page.getByText(/^O saldo é o que você ganhou.* já pode sair o das vendas/).waitFor()
      await page.getByText(`Venda · ${work.projectName}`).waitFor()
      await expectFittingAnywhere(page, `a statement on ${name}`)
      await shot(page, `studio-statement-${viewport.width}`)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Baixar CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^extrato-.+\.csv$/)

      await tab('Página')
      await page.getByLabel('História').fill('Três vozes da serra.')
      await page.getByLabel('Escolher imagem').setInputFiles({
        name: 'trio.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 600, height: 600, channels: 3, background: '#2a6f6b' } })
          .png()
          .toBuffer(),
      })
      await page.getByRole('button', { name: 'Tirar imagem' }).waitFor()
      await page.getByRole('button', { name: 'Salvar página' }).click()
      await page.getByText('Salvo.').waitFor()
      await expectFittingAnywhere(page, `the page's form on ${name}`)
      await shot(page, `studio-page-${viewport.width}`)

      await tab('Recados')
      await page.getByLabel('Recado a quem segue').fill('Domingo tem show na praça.')
      await page.getByRole('button', { name: 'Enviar recado' }).click()
      const question = page.getByRole('dialog', { name: '_enviar recado' })
      await question.getByText('Domingo tem show na praça.').waitFor()
      await question.getByRole('button', { name: 'Enviar para quem segue' }).click()
      await page.getByText(/^O recado de hoje já foi/).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Domingo tem show na praça.' }).waitFor()
      await expectFittingAnywhere(page, `words on ${name}`)

      await tab('Repasses')
      await page.getByLabel('Nome legal').fill('Trio Neblina Ltda.')
      // What kind of key it is shows in the key: nothing is chosen beforehand.
      const kinds = page.getByRole('radiogroup', { name: 'Tipo de chave' })
      await kinds.waitFor()
      expect(await kinds.getByRole('radio', { checked: true }).count()).toBe(0)
      await page.getByLabel('Chave PIX').fill('isto não é')
      await page.getByRole('button', { name: 'Cadastrar chave' }).click()
      await page.getByText(/^Não reconhecemos esta chave\./).waitFor()
      await page.getByLabel('Chave PIX').fill('trio@tune.test')
      await expect.poll(() => page.getByRole('radio', { name: 'E-mail' }).isChecked()).toBe(true)
      await page.getByRole('button', { name: 'Cadastrar chave' }).click()
      await page.getByText(/^À espera de confirmação desde/).waitFor()
      await expectFittingAnywhere(page, `payouts on ${name}`)
      await shot(page, `studio-payouts-${viewport.width}`)

      for (const [path, said] of [
        ['figures', work.projectName],
        ['statement', 'Balance by now'],
        ['page', 'Story'],
        ['words', 'Domingo tem show na praça.'],
        ['payouts', /^Waiting for confirmation since/],
      ] as const) {
        await page.goto(`/studio?tab=${path}&lng=en`)
        await page.getByText(said).first().waitFor()
        await expectLanguage(page, 'en')
      }
      await visitor.end()
      await readPage(work, viewport, name)
    },
  )

/** A stranger reads the page in both languages, and is asked in when they want to follow. */
async function readPage(work: Work, viewport: typeof PHONE, name: string): Promise<void> {
  // As a fan has it in their address bar, and passes it on.
  const stranger = await open(null, `/artists/${work.slug}`, viewport)
  const { page } = stranger
  await page.waitForURL(`**/a/${work.slug}`)
  await page.getByRole('heading', { name: 'Trio Neblina' }).waitFor()
  await page.getByText('Três vozes da serra.').waitFor()
  await page.getByRole('img', { name: 'Trio Neblina' }).waitFor()
  await page.getByText('Restam 2 unidades').waitFor()
  await expectFittingAnywhere(page, `an artist's page on ${name}`)
  await shot(page, `artist-page-${viewport.width}`)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('2 units left').waitFor()
  await page.getByRole('button', { name: 'Português' }).click()
  await page.getByRole('link', { name: `${work.projectName}, ver a obra` }).click()
  await page.getByRole('heading', { name: work.projectName }).waitFor()
  await page.getByRole('link', { name: 'Trio Neblina' }).click()
  await page.getByRole('link', { name: 'Seguir Trio Neblina' }).click()
  const fan = await newFan()
  await signIn(page, fan)
  await page.getByRole('button', { name: 'Seguir Trio Neblina' }).click()
  await page.getByText('Seguindo').waitFor()
  await page.goto('/a/ninguem-mora-aqui')
  await page.getByRole('heading', { name: 'Não encontramos este artista' }).waitFor()
  await expectFittingAnywhere(page, `no artist's page on ${name}`)
  await stranger.end()
}

test(
  'what is typed in the studio and not saved is still there after a link, a reload and another tab',
  RELEASE,
  async () => {
    const work = await newWork()
    const { page } = await open(await joined(work), `/studio/works/${work.uid}`)
    const lyrics = page.getByLabel('Letra', { exact: true })
    const unsaved = page.getByText('Você mudou o texto e ainda não salvou.')
    await lyrics.waitFor()
    const stored = await lyrics.inputValue()
    expect(await unsaved.count()).toBe(0)
    await lyrics.fill('Sobe a serra')
    await unsaved.waitFor()
    await page.getByRole('link', { name: 'Voltar ao estúdio' }).click()
    await page.getByRole('heading', { name: '_estúdio' }).waitFor()
    await page.goBack()
    await unsaved.waitFor()
    await page.reload()
    await unsaved.waitFor()
    expect(await lyrics.inputValue()).toBe('Sobe a serra')
    await expectFittingAnywhere(page, 'an unsaved work')
    await page.getByRole('button', { name: 'Descartar o que mudei' }).click()
    await unsaved.waitFor({ state: 'detached' })
    expect(await lyrics.inputValue()).toBe(stored)
    await lyrics.fill('Sobe a serra')
    await page.getByRole('button', { name: 'Salvar obra' }).click()
    await page.getByText('Salvo.').last().waitFor()
    await unsaved.waitFor({ state: 'detached' })

    for (const [tab, label, text] of [
      ['Página', 'História', 'Três vozes.'],
      ['Recados', 'Recado a quem segue', 'Sábado tem ensaio.'],
    ] as const) {
      await page.goto('/studio')
      await page.getByText(tab, { exact: true }).click()
      await page.getByLabel(label).fill(text)
      await page.getByText('Números', { exact: true }).click()
      await page.getByText(tab, { exact: true }).click()
      expect(await page.getByLabel(label).inputValue()).toBe(text)
    }
    await page.getByText('Página', { exact: true }).click()
    await unsaved.waitFor()
    await page.getByRole('button', { name: 'Salvar página' }).click()
    await unsaved.waitFor({ state: 'detached' })
  },
)

test(
  'an artist times the lyrics, from a file and by ear, and cuts no clip out of what is no song',
  RELEASE,
  async () => {
    const work = await newWork()
    const artist = await joined(work)
    const visitor = await open(artist, `/studio/works/${work.uid}`, DESKTOP)
    const { page } = visitor
    const read = async () => {
      const { data } = await call<Answer<StudioWorkWire>>(`/api/v1/studio/works/${work.uid}`, {
        token: artist.session.access_token,
      })
      return data
    }
    const save = async () => {
      await page.getByRole('button', { name: 'Salvar obra' }).click()
      await page.getByText('Salvo.').last().waitFor()
    }
    await page.getByLabel('Letra', { exact: true }).fill('Sobe a serra\ndevagar\n\nO eco responde')
    await page.getByLabel('Letra com tempos (LRC)').fill('sem tempos')
    await page.getByRole('button', { name: 'Salvar obra' }).click()
    await page.getByText(/^Não entendemos os tempos/).waitFor()
    await page.getByLabel('Escolher arquivo LRC').setInputFiles({
      name: 'eco.lrc',
      mimeType: 'text/plain',
      buffer: Buffer.from('[ti:Eco]\n[00:01.00]Sobe a serra\n[00:03.50]devagar'),
    })
    await page.getByLabel('Escolher MP3').setInputFiles({
      name: 'eco.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.from('no song'),
    })
    await page.getByText('Este arquivo não é um MP3.').waitFor()
    await page.reload()
    await page.getByLabel('Letra', { exact: true }).fill('Sobe a serra\ndevagar\n\nO eco responde')
    await page.getByLabel('Letra com tempos (LRC)').fill('[00:01.00]Sobe a serra\n[00:03.50]devagar')
    await page.getByRole('button', { name: 'Salvar obra' }).click()
    // One line has no time: that is asked first.
    const question = page.getByRole('dialog', { name: '_letra com tempos' })
    await question.getByText('2 de 3 linhas têm tempo. Salvar assim?').waitFor()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    expect((await read()).version).toBe(1)
    await page.getByRole('button', { name: 'Salvar obra' }).click()
    await question.getByRole('button', { name: 'Salvar assim' }).click()
    await page.getByText('Salvo.').last().waitFor()
    expect(await read()).toMatchObject({
      version: 2,
      lyrics: '<p>Sobe a serra<br />devagar</p><p>O eco responde</p>',
      timedLyrics: [
        { at: 1, text: 'Sobe a serra' },
        { at: 3.5, text: 'devagar' },
      ],
    })

    await page.getByRole('button', { name: 'Marcar ouvindo' }).click()
    const video = page.frameLocator('iframe').locator('video')
    await expect
      .poll(() => video.evaluate((it: { currentTime: number }) => it.currentTime > 1), { timeout: 20_000 })
      .toBe(true)
    await page.getByRole('button', { name: 'Marcar: Sobe a serra' }).click()
    await page.getByRole('button', { name: 'Marcar: devagar' }).click()
    await page.getByRole('button', { name: 'Desfazer a última' }).click()
    // At its end there is nothing to mark, until it is played again.
    await video.evaluate((it: { currentTime: number; duration: number }) => {
      it.currentTime = it.duration
    })
    const over = page.getByRole('button', { name: 'A música acabou. Toque de novo para marcar.' })
    await over.waitFor()
    expect(await over.isDisabled()).toBe(true)
    await video.evaluate((it: { currentTime: number; play(): Promise<void> }) => {
      it.currentTime = 3
      return it.play()
    })
    await page.getByRole('button', { name: 'Marcar: devagar' }).click()
    // By keyboard, too.
    await page.keyboard.press('Enter')
    await page.getByText('3 de 3 linhas').waitFor()
    await page.getByText(/^Todas as linhas estão marcadas/).waitFor()
    await page.setViewportSize(PHONE)
    await expectFittingAnywhere(page, 'timing lyrics on a phone')
    await page.setViewportSize(DESKTOP)
    await expectFitting(page, 'timing lyrics')
    await shot(page, 'studio-work')
    await save()
    const { timedLyrics } = await read()
    expect(timedLyrics.map(({ text }) => text)).toEqual(['Sobe a serra', 'devagar', 'O eco responde'])
    expect(timedLyrics[0]?.at).toBeGreaterThan(0.5)
    await visitor.end()
  },
)
