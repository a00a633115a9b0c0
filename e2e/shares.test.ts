/** The artist's part shared by two: written down by the operator or proposed by one, agreed to by both, seen in each studio. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectFitting } from './accessibility.ts'
import { newAuction, newProject } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, type Visit, visit, withDatabase } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { buyWithBalance, enter, type Fan, newAdmin, newFan } from './people.ts'

test.use({ whole: true })

async function open(who: { session: Fan['session'] }, path: string, viewport = PHONE): Promise<Visit> {
  // Naming somebody who could not agree is refused.
  const visitor = await visit({ viewport, allowed: /status of 409/ })
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(visitor.page, who, path)
  return visitor
}

/** A fan whose account acts for the artist of a wallet. */
async function actingFor(wallet: string): Promise<Fan> {
  const fan = await newFan()
  await withDatabase(
    (sql) => sql`
      insert into private.artist_accounts (artist_id, user_id)
      select artists.id, users.uid from private.artists, users
      where artists.wallet = ${wallet} and users.email = ${fan.email}`,
  )
  return fan
}

const workIn = (page: Page, projectName: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: projectName }) })

for (const [name, viewport, tier] of [
  ['a phone', PHONE, {}],
  ['a desktop', DESKTOP, RELEASE],
] as const)
  test(`two share a work, and a change counts once both have agreed, on ${name}`, tier, async () => {
    const work = await newProject({ supply: 3, price: 2000 })
    const wallets = await withDatabase(
      (sql) => sql<{ wallet: string }[]>`
      select lower(author_wallet) as wallet from projects where uid = ${work.uid}`,
    )
    const author = await actingFor(wallets[0]?.wallet ?? '')
    const wallet = `0x${randomBytes(20).toString('hex')}`
    const other = `Dona ${wallet.slice(2, 8)}`

    const office = await open(await newAdmin(), `/admin/projects/${work.uid}`, viewport)
    await office.page.getByRole('button', { name: 'Propor mudança' }).click()
    const dialog = office.page.getByRole('dialog')
    await dialog.getByLabel('Parte (%)').fill('60')
    await dialog.getByRole('button', { name: 'Acrescentar pessoa' }).click()
    const second = dialog.getByRole('group', { name: 'Pessoa 2' })
    await second.getByLabel('Buscar pessoa').fill(author.email)
    // The address is an artist's account, and a person's with a wallet of their own.
    await second.getByRole('button', { name: 'Escolher Trio Neblina' }).click()
    await expect.poll(() => second.getByLabel('Carteira').inputValue()).toMatch(/^0x[0-9a-f]{40}$/)
    await second.getByLabel('Nome artístico').fill(other)
    await second.getByLabel('Carteira').fill(wallet)
    await second.getByLabel('Parte (%)').fill('30')
    await dialog.getByText('As partes precisam somar 100%').waitFor()
    await expectFitting(office.page, `writing shares on ${name}`)
    await shot(office.page, `split-dialog-${name.slice(2)}`)
    await second.getByLabel('Parte (%)').fill('40')
    await dialog.getByText('Soma certa').waitFor()
    await dialog.getByRole('button', { name: 'Propor a todos' }).click()
    await office.page.getByText('Falta concordar').waitFor()
    await expectFitting(office.page, `a proposed split on ${name}`)
    await shot(office.page, `split-proposed-${name.slice(2)}`)

    const studio = await open(author, '/studio?tab=shares', viewport)
    const mine = workIn(studio.page, work.projectName)
    await mine.getByText('Mudança proposta', { exact: true }).waitFor()
    await expectFitting(studio.page, `a proposal in the studio on ${name}`)
    await shot(studio.page, `studio-shares-${name.slice(2)}`)
    await mine.getByRole('button', { name: 'Concordar' }).click()
    const question = studio.page.getByRole('dialog')
    await question.getByText(`Sua parte em ${work.projectName} passa de 100% para 60%.`).waitFor()
    await expectFitting(studio.page, `agreeing to other shares on ${name}`)
    await question.getByRole('button', { name: 'Concordar' }).click()
    await mine.getByText('Você já concordou.').waitFor()
    await mine.getByText(`Falta concordar: ${other}.`).waitFor()

    const drummer = await actingFor(wallet)
    const drums = await open(drummer, '/studio?tab=shares', viewport)
    const theirs = workIn(drums.page, work.projectName)
    await theirs.getByRole('button', { name: 'Concordar' }).click()
    const asked = drums.page.getByRole('dialog')
    await asked.getByText(`Você passa a ter 40% da parte do artista em ${work.projectName}.`).waitFor()
    await asked.getByRole('button', { name: 'Concordar' }).click()
    await theirs.getByText(/^Dividida desde/).waitFor()

    await buyWithBalance(await newFan({ centavos: 2000 }), work.uid)
    await drums.page.goto('/studio')
    const figures = workIn(drums.page, work.projectName)
    await figures.getByText('40%').waitFor()
    expect(await figures.getByRole('link', { name: /Letra e trecho/ }).count()).toBe(0)
    await drums.page.goto('/studio?tab=statement')
    await drums.page.getByText(/^40% de R\$\s18,00, a parte do artista$/).waitFor()
    await expectFitting(drums.page, `a statement of shares on ${name}`)
    await shot(drums.page, `studio-statement-shared-${name.slice(2)}`)
    await drums.page.goto('/studio?tab=shares')
    await theirs.getByRole('button', { name: 'Propor mudança' }).click()
    const proposal = drums.page.getByRole('dialog')
    const uninvited = (await newFan()).email
    await proposal.getByLabel('Acrescentar pessoa pelo e-mail').fill(uninvited)
    await proposal.getByRole('button', { name: 'Acrescentar' }).click()
    await proposal.getByText(/Sem conta no estúdio ninguém pode concordar.*Peça/).waitFor()
    await expectFitting(drums.page, `somebody without a studio on ${name}`)
    await proposal.getByRole('link', { name: 'Pedir o convite ao suporte' }).click()
    await drums.page.waitForURL('**/support')
    expect(await drums.page.getByLabel('Mensagem').inputValue()).toContain(`da conta ${uninvited}`)
    await drums.page.goto('/studio?tab=shares')
    await theirs.getByRole('button', { name: 'Propor mudança' }).click()
    // As it is now, nothing is proposed; and what is not understood is said.
    const send = proposal.getByRole('button', { name: 'Propor', exact: true })
    expect(await send.isDisabled()).toBe(true)
    await proposal.getByLabel(`Parte de ${other} (%)`).fill('33,333')
    await proposal.getByText('Uma das partes não foi entendida').waitFor()
    await proposal.getByText('De 0,01 a 100, com até duas casas depois da vírgula.').waitFor()
    await proposal.getByLabel(`Parte de ${other} (%)`).fill('50')
    await proposal.getByLabel('Parte de Trio Neblina (%)').fill('50')
    await expectFitting(drums.page, `proposing other shares on ${name}`)
    await shot(drums.page, `studio-propose-${name.slice(2)}`)
    await send.click()
    await theirs.getByText('Você já concordou.').waitFor()
    await theirs.getByRole('button', { name: 'Retirar proposta' }).waitFor()
    expect(await theirs.getByRole('button', { name: 'Recusar' }).count()).toBe(0)

    await studio.page.goto('/studio?tab=shares&lng=en')
    await mine.getByText('Proposed change', { exact: true }).waitFor()
    await expectLanguage(studio.page, 'en')
    await studio.page.goto('/studio?tab=shares&lng=pt')
    await mine.getByRole('button', { name: 'Recusar' }).click()
    await studio.page.getByText('Proposta recusada. Tudo fica como está.').waitFor()
    await mine.getByText('60%').waitFor()
    await drums.page.goto('/dashboard')
    await drums.page.getByRole('button', { name: /^Notificações/ }).click()
    await drums.page
      .getByText(`Trio Neblina recusou a divisão que você propôs para ${work.projectName}.`, { exact: false })
      .click()
    await drums.page.waitForURL(/\/studio\?tab=shares$/)
    await Promise.all([office.end(), studio.end(), drums.end()])
  })

test('whoever is paid for a work reads in the place of the form that they do not bid for it, and why', async () => {
  const auction = await newAuction()
  const [row] = await withDatabase(
    (sql) => sql<{ wallet: string }[]>`
      select lower(author_wallet) as wallet from projects where uid = ${auction.uid}`,
  )
  const acting = await actingFor(row?.wallet ?? '')
  for (const viewport of [PHONE, DESKTOP]) {
    const { page } = await open(acting, `/auction/${auction.uid}`, viewport)
    const why = page.getByText('Você recebe por esta obra, ou atua por quem recebe', { exact: false })
    await why.filter({ visible: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Enviar lance' }).count()).toBe(0)
    expect(await page.getByText('Lidere com', { exact: false }).count()).toBe(0)
    await expectFitting(page, `an auction of one's own work at ${viewport.width} px`)
    await shot(page, `auction-own-work-${viewport.width}`)
  }
  // Everybody else is offered to bid.
  const { page } = await open(await newFan(), `/auction/${auction.uid}`)
  await page.getByRole('button', { name: 'Enviar lance' }).last().waitFor()
})
