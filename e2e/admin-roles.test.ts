/** Roles of the back office: given by one owner, confirmed by another, and what each role sees. */
import type { Answer } from '#server/product/api/call.ts'
import type { TeamWire } from '#server/product/people/team-contract.ts'
import { expectFitting } from './accessibility.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { enter, type Fan, newAdmin, newFan } from './people.ts'

const become = (fan: Fan, role: string) =>
  withDatabase((sql) => sql`update users set role = ${role} where uid = ${fan.uid}`)

test('an owner gives a role, and another confirms it', async () => {
  const [first, second, fan] = [await newAdmin(), await newAdmin(), await newFan()]
  const asking = await visit({ viewport: DESKTOP })
  await enter(asking.page, first, `/admin/users/${fan.uid}`)
  await asking.page.getByRole('button', { name: 'Mudar papel' }).click()
  const dialog = asking.page.getByRole('dialog')
  await dialog.getByLabel('Papel').selectOption('support')
  await dialog.getByText('Não move dinheiro').waitFor()
  await dialog.getByText('só vale depois que outra pessoa proprietária confirmar').waitFor()
  await dialog.getByRole('button', { name: 'Pedir mudança' }).click()
  await dialog.getByText('Campo obrigatório').waitFor()
  await dialog.getByLabel('Motivo').fill('Entrou na equipe de atendimento.')
  await expectFitting(asking.page, 'changing a role')
  await shot(asking.page, 'role-dialog')
  await dialog.getByRole('button', { name: 'Pedir mudança' }).click()
  await asking.page.getByText('Outra pessoa proprietária precisa confirmar').waitFor()
  await asking.end()

  const confirming = await visit({ viewport: PHONE })
  await enter(confirming.page, second, '/admin/team')
  const row = confirming.page.getByRole('listitem').filter({ hasText: fan.nickname })
  await row.getByText('Entrou na equipe de atendimento.').waitFor()
  await expectFitting(confirming.page, 'the team on a phone')
  await shot(confirming.page, 'team-phone')
  await confirming.page.setViewportSize(DESKTOP)
  await expectFitting(confirming.page, 'the team')
  await shot(confirming.page, 'team-desktop')
  await row.getByRole('button', { name: 'Confirmar o papel de' }).click()
  await confirming.page.getByText('Papel mudado.').waitFor()
  await row.getByText('Suporte', { exact: true }).waitFor()
  await withDatabase(
    (sql) => sql`
      insert into private.role_changes (user_id, before, role, reason, requested_by)
      values (${fan.uid}, 'support', 'content', 'Mudou de equipe.', ${first.uid})`,
  )
  await become(first, 'user')
  await confirming.page.reload()
  const lapsed = confirming.page.getByRole('listitem').filter({ hasText: 'Mudou de equipe.' })
  await lapsed.getByText('Não pode mais ser confirmado').waitFor()
  expect(await lapsed.getByRole('button', { name: 'Confirmar' }).count()).toBe(0)
  await lapsed.getByRole('button', { name: 'Recusar' }).click()
  await confirming.page.getByText('Pedido recusado.').waitFor()
  // The account of another owner is none to deactivate: the dialog says so, and leads to the role.
  await become(first, 'admin')
  await confirming.page.goto(new URL(`/admin/users/${first.uid}`, confirming.page.url()).href)
  await confirming.page.getByRole('button', { name: 'Desativar conta' }).click()
  const obstacle = confirming.page.getByRole('dialog')
  await obstacle.getByText('Mude antes o papel dela').waitFor()
  await expectFitting(confirming.page, 'an account that is not deactivated')
  await obstacle.getByRole('button', { name: 'Mudar papel' }).click()
  await confirming.page.getByRole('dialog').getByLabel('Papel').waitFor()
})

test('where there is one owner alone, a change is said to count at once', RELEASE, async () => {
  const [owner, agent] = [await newAdmin(), await newFan()]
  await become(agent, 'support')
  const visitor = await visit({ viewport: PHONE })
  const { page } = visitor
  // The world has many owners: this screen is told of this one.
  await page.route('**/api/v1/admin/team', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as Answer<TeamWire>
    const people = data.people.filter(({ person, role }) => role !== 'admin' || person.uid === owner.uid)
    await route.fulfill({ response, json: { ...rest, data: { ...data, people } } })
  })
  await enter(page, owner, '/admin/team')
  await page.getByText('a mudança de um papel vale na hora').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: agent.nickname })
    .getByRole('button', { name: 'Mudar papel de' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('a mudança de um papel vale na hora').waitFor()
  await dialog.getByRole('button', { name: 'Mudar papel', exact: true }).waitFor()
  await expectFitting(page, 'changing a role at once')
})

test('a role shows its screens alone, and the next call after a change is refused in words', async () => {
  const agent = await newFan()
  await become(agent, 'support')
  const visitor = await visit({ viewport: DESKTOP, allowed: /403/ })
  const { page } = visitor
  await enter(page, agent, '/admin/dashboard')
  const menu = page.getByRole('navigation', { name: 'Menu da administração' })
  await menu.getByRole('link', { name: 'Suporte' }).waitFor()
  const entries = await menu.getByRole('link').allInnerTexts()
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual([
    'Painel',
    'Atividade',
    'Projetos',
    'Usuários',
    'Suporte',
    'O que fazer',
  ])
  await page.getByText(/^Última ronda: |^Ninguém olhou os livros ainda/).waitFor()
  expect(await page.getByRole('button', { name: 'Olhar agora' }).count()).toBe(0)
  await shot(page, 'support-dashboard')
  // A payment makes no project, and support neither; an owner's account is for owners.
  await menu.getByRole('link', { name: 'Atividade' }).click()
  await page.getByRole('searchbox').waitFor()
  expect(await page.getByRole('link', { name: 'Novo projeto' }).count()).toBe(0)
  const [owner, other] = [await newFan(), await newFan()]
  await become(owner, 'admin')
  await page.goto(new URL(`/admin/users/${other.uid}`, page.url()).href)
  await page.getByRole('button', { name: 'Desativar conta' }).waitFor()
  await page.goto(new URL(`/admin/users/${owner.uid}`, page.url()).href)
  await page.getByText(owner.email).first().waitFor()
  expect(await page.getByRole('button', { name: 'Desativar conta' }).count()).toBe(0)
  // Telephone, document and sessions of a colleague.
  const hidden = page.getByText('Só administradores veem isto de colegas')
  await expect.poll(() => hidden.count()).toBe(2)
  await page.getByRole('tab', { name: 'Sessões' }).click()
  await expect.poll(() => hidden.count()).toBe(3)
  await page.goto(new URL('/admin/artists', page.url()).href)
  await page.getByText('papel na administração é Suporte').waitFor()
  await expectFitting(page, 'a screen of another role')
  await page.goto(new URL(`/admin/users/${agent.uid}`, page.url()).href)
  await page.getByRole('tab', { name: 'Anotações' }).click()
  await page.getByRole('textbox', { name: 'Nova anotação' }).fill('Uma nota.')
  await become(agent, 'content')
  await page.getByRole('button', { name: 'Anotar' }).click()
  await page.getByText('O seu papel na administração não inclui isto').waitFor()
  await page.getByText('papel na administração é Conteúdo').waitFor()
  await menu.getByRole('link', { name: 'Artistas' }).waitFor()
  // The menu asks for the role by itself, every fifteen seconds.
  const told = page.getByText('Você não tem acesso a esta área').waitFor()
  await become(agent, 'user')
  await told
})
