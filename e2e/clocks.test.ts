/** A fan whose clock is not São Paulo's: screens follow the device, and what leaves them names São Paulo. */
import { newProject } from './auctions.ts'
import { expect, mailTo, RELEASE, test, visit } from './fixtures.ts'
import { buyWithBalance, enter, newFan } from './people.ts'

const HOUR_MS = 3_600_000

/** `28/11/2026 00:37` an hour earlier, as clocks in Manaus show it. */
function inManaus(moment: string): { day: string; hour: string; minute: string } {
  const [day = '', time = ''] = moment.split(' ')
  const shown = new Date(Date.parse(`${day.split('/').reverse().join('-')}T${time}Z`) - HOUR_MS).toISOString()
  return {
    day: shown.slice(0, 10).split('-').reverse().join('/'),
    hour: shown.slice(11, 13),
    minute: shown.slice(14, 16),
  }
}

test('in Manaus every screen shows one hour, and mail and receipt name São Paulo’s', RELEASE, async () => {
  const fan = await newFan({ centavos: 5000 })
  const { uid, projectName } = await newProject({ supply: 1, price: 2000 })
  await buyWithBalance(fan, uid)
  const { text } = await mailTo(fan.email, new RegExp(`^${projectName}`))
  const [, until = ''] = /até (\S+ \S+) \(horário de São Paulo\)/.exec(text) ?? []
  const { day, hour, minute } = inManaus(until)

  const { page } = await visit({ timezone: 'America/Manaus' })
  await enter(page, fan, '/shelf')
  await page.getByText(`${day} às ${hour}h${minute}`, { exact: false }).first().waitFor()
  await page.getByRole('button', { name: /^Notificações, / }).click()
  const bell = page.getByRole('dialog')
  await bell.getByText(`até ${until} (horário de São Paulo)`, { exact: false }).waitFor()
  const told = await bell
    .getByText(/^\d\d\/\d\d\/\d{4} às \d\d:\d\d$/)
    .first()
    .innerText()

  await page.goto('/statement')
  const bought = page.getByRole('link', { name: /Compra/ }).first()
  const at = /\d\d\/\d\d\/\d{4} \d\d:\d\d/.exec(await bought.innerText())?.[0]
  await bought.click()
  const receipt = await page.getByText('(horário de São Paulo)', { exact: false }).first().innerText()
  const paid = inManaus(receipt.replace(/ \(.*/, ''))
  expect(at).toBe(`${paid.day} ${paid.hour}:${paid.minute}`)
  // The bell's hour is that of the same clock, a moment later.
  const wire = (shown: string) =>
    Date.parse(`${shown.slice(0, 10).split('/').reverse().join('-')}T${shown.slice(-5)}Z`)
  expect(wire(told) - wire(at ?? '')).toBeLessThan(HOUR_MS / 2)
})
