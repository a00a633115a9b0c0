/** A work that opens at an announced hour and is paused: what fans read on its page, and the back office on its own. */
import { expectFitting } from './accessibility.ts'
import { visitAsAdmin } from './admins.ts'
import { newProject } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { expectLanguage } from './languages.ts'
import { call, enter, newFan } from './people.ts'

const opensIn = (uid: string, time: string) =>
  withDatabase(
    (sql) => sql`update projects set opens_at = now() + ${time}::text::interval where uid = ${uid}`,
  )
const pause = (uid: string, isPaused: boolean) =>
  withDatabase(
    (sql) => sql`update projects set paused_at = ${isPaused ? sql`now()` : null} where uid = ${uid}`,
  )

test(
  'a pause is said on the page of a work before its opening, and its waiting room waits after it',
  RELEASE,
  async () => {
    const fan = await newFan()
    const { uid } = await newProject({ supply: 1, price: 2000 })
    await opensIn(uid, '10 minutes')
    await call(`/api/v1/projects/${uid}/queue`, { token: fan.session.access_token, body: {} })
    await pause(uid, true)
    const visitor = await visit()
    const { page } = visitor
    await page.goto(`/p/${uid}`)
    await page.getByText('Em pausa', { exact: true }).waitFor()
    await page.getByText('A abertura foi anunciada para', { exact: false }).waitFor()
    expect(await page.getByRole('link', { name: 'Pôr na agenda' }).count()).toBe(0)
    await expectFitting(page, 'a work paused before its opening')
    await shot(page, 'paused-before-phone')
    await page.setViewportSize(DESKTOP)
    await expectFitting(page, 'a work paused before its opening, wide')
    await shot(page, 'paused-before-desktop')

    await opensIn(uid, '-1 second')
    await enter(page, fan, `/project/${uid}`)
    await page.getByText('Seu número é 1, de 1.').waitFor()
    await page.getByText('As vendas estão em pausa e a sala espera', { exact: false }).waitFor()
    expect(await page.getByText('É a sua vez.', { exact: false }).count()).toBe(0)
    await expectFitting(page, 'a waiting room that waits, wide')
    await shot(page, 'paused-after-desktop')
    await page.setViewportSize(PHONE)
    await expectFitting(page, 'a waiting room that waits')
    await shot(page, 'paused-after-phone')
    await pause(uid, false)
    await page.reload()
    await page.getByText('É a sua vez.', { exact: false }).waitFor()
    await visitor.end()

    await pause(uid, true)
    const english = await newFan({ language: 'en' })
    const other = await visit({ viewport: PHONE, locale: 'en-GB' })
    await enter(other.page, english, `/project/${uid}`)
    await other.page.getByText('Paused', { exact: true }).waitFor()
    await other.page.getByText('Sales are paused and the room waits', { exact: false }).waitFor()
    await expectLanguage(other.page, 'en')
    await pause(uid, false)
    await other.page.reload()
    await other.page.getByText('You were not in the room at the hour.', { exact: false }).waitFor()
    await expectLanguage(other.page, 'en')
    await other.end()
  },
)

test('the back office says when a work opens, and when it opened', RELEASE, async () => {
  const { uid } = await newProject({ supply: 1, price: 2000 })
  await opensIn(uid, '1 hour')
  const visitor = await visitAsAdmin(`/admin/projects/${uid}`, PHONE)
  const { page } = visitor
  const sales = page.getByRole('region', { name: 'Vendas' })
  await sales.getByText('Abre em', { exact: true }).waitFor()
  await expectFitting(page, 'a work that will open')
  await shot(page, 'work-opens-phone')
  await page.setViewportSize(DESKTOP)
  await shot(page, 'work-opens-desktop')
  await opensIn(uid, '-1 minute')
  await page.reload()
  await sales.getByText('Abriu em', { exact: true }).waitFor()
})
