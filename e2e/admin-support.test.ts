/** How a request is answered in the back office: nothing that was typed is lost. */
import { expectFitting } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { DESKTOP, expect, PHONE, RELEASE, test, visit, withDatabase } from './fixtures.ts'
import { adminToken, call, enter, type Fan, newAdmin, newFan } from './people.ts'

function ask(fan: Fan, message: string): Promise<number> {
  return withDatabase(async (sql) => {
    const [row] = await sql<{ id: number }[]>`
      insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saldo', ${message}) returning id::int`
    return row?.id ?? 0
  })
}

test('a template joins what is written, which outlives a reload and another screen until it is sent', async () => {
  const fan = await newFan()
  const id = await ask(fan, 'Cadê o meu depósito?')
  const other = await ask(fan, 'E o meu reembolso?')
  const visitor = await visitAsAdmin(`/admin/support/${id}`, PHONE)
  const { page } = visitor
  const answer = page.getByLabel('Sua resposta')
  await answer.fill('Oi, Ana!')
  await page.getByLabel('Modelo').selectOption({ label: 'Resolvido' })
  await expect.poll(() => answer.inputValue()).toMatch(/^Oi, Ana!\n\nEstá resolvido\./)
  const written = await answer.inputValue()
  await expectFitting(page, 'an answer with a template')

  await page.reload()
  await expect.poll(() => answer.inputValue()).toBe(written)
  // Another request has an answer of its own.
  await page.goto(`/admin/support/${other}`)
  await page.getByText('E o meu reembolso?').waitFor()
  expect(await answer.inputValue()).toBe('')
  await page.getByRole('link', { name: 'Voltar', exact: false }).first().click()
  await page.waitForURL(/\/admin\/support($|\?)/)
  await page.goto(`/admin/support/${id}`)
  await expect.poll(() => answer.inputValue()).toBe(written)

  // Sent after its writer has gone elsewhere, it is not offered again.
  let send = () => {}
  const isHeld = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/answers', async (route) => {
    await isHeld
    await route.continue()
  })
  const arrived = page.waitForResponse('**/answers')
  await page.getByRole('button', { name: 'Enviar resposta' }).click()
  await page.getByRole('link', { name: 'Voltar', exact: false }).first().click()
  await page.waitForURL(/\/admin\/support($|\?)/)
  send()
  await arrived
  await page.getByText('Resposta enviada.').waitFor()
  await page.goto(`/admin/support/${id}`)
  await page.getByRole('listitem').filter({ hasText: 'Oi, Ana!' }).waitFor()
  expect(await answer.inputValue()).toBe('')
})

test(
  'an English reader chooses among English names, and sees that a person wrote again',
  RELEASE,
  async () => {
    const fan = await newFan({ language: 'pt' })
    const id = await ask(fan, 'Cadê o meu depósito?')
    await call(`/api/v1/admin/support/${id}/answers`, {
      token: await adminToken(),
      body: { message: 'Chega hoje.' },
    })
    await call(`/api/v1/support-requests/${id}/replies`, {
      token: fan.session.access_token,
      body: { message: 'Não chegou.' },
    })
    const visitor = await visit({ viewport: DESKTOP, locale: 'en-GB' })
    const { page } = visitor
    await enter(page, await newAdmin({ language: 'en' }), `/admin/support/${id}`)
    await page.getByText('Wrote again', { exact: true }).waitFor()
    await page.getByText('Balance', { exact: true }).waitFor()
    await page.getByLabel('Template').selectOption({ label: 'We are looking into it' })
    await expect.poll(() => page.getByLabel('Your answer').inputValue()).toContain('Recebemos o seu pedido')
    await expectFitting(page, 'a request whose person wrote again')
    await page.goto('/admin/support')
    await page.getByRole('searchbox').fill(fan.email)
    const row = page.getByRole('row').filter({ hasText: 'Não chegou.' })
    await row.getByText('Wrote again', { exact: true }).waitFor()
    await expect(row).toContainText('Balance')
    await visitor.end()
  },
)
