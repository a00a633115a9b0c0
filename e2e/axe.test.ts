/** axe finds nothing serious on any screen or modal, in both themes. */

import { closeDialog, expectAccessible } from './accessibility.ts'
import { buyAndReceive } from './auctions.ts'
import { chooseCard, DESKTOP, expect, PHONE, RELEASE, test, visit } from './fixtures.ts'
import { confirm, enter, newFan, newStranger, openProfile, projectNamed } from './people.ts'

test(
  'a fault is found: in the page, within a frame of another site, and in the light theme alone',
  RELEASE,
  async () => {
    const visitor = await visit()
    const { page } = visitor
    const document = (body: string) =>
      `<!doctype html><html lang="pt"><link rel="icon" href="data:,"><title>t</title><main><h1>t</h1>${body}</main></html>`
    const found = async (body: string) => {
      await page.route('**/planted', (route) =>
        route.fulfill({ contentType: 'text/html', body: document(body) }),
      )
      await page.goto('/planted')
      return expectAccessible(page, 'planted').then(
        () => '',
        (fault: Error) => fault.message,
      )
    }
    await page.route('http://frame.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: document('<button></button>') }),
    )
    expect(await found('<h2>Well</h2>')).toBe('')
    expect(await found('<button></button>')).toContain('planted: button-name')
    expect(await found('<iframe title="f" src="http://frame.test/"></iframe>')).toContain(
      'planted: button-name',
    )
    const pale = '<style>[data-theme=light] p { color: #ddd }</style><p>Well</p>'
    expect(await found(pale)).toContain('planted: color-contrast')
    await visitor.end()
  },
)

test('the screens before sign-in', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await expectAccessible(page, 'login')
  await page.goto('/register')
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await expectAccessible(page, 'register')
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Enviar' }).waitFor()
  await expectAccessible(page, 'forgot')
  await page.goto('/reset-password')
  await page.getByText('Token inválido ou expirado').waitFor()
  await expectAccessible(page, 'reset')
  await enter(page, { session: await confirm(await newStranger()) }, '/complete-profile')
  await page.getByRole('button', { name: 'Confirmar' }).waitFor()
  await expectAccessible(page, 'complete profile')
})

test('the dashboard and its modals', async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard?search=Maré')
  await page.getByRole('heading', { name: 'Maré Cheia' }).waitFor()
  await expectAccessible(page, 'dashboard')
  for (const button of ['Como começar?', 'Sobre a versão BETA', 'Menu', 'Assistir agora']) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    if (button === 'Como começar?') {
      // Once it has slid in.
      const bottom = async () => {
        const box = await page.getByRole('dialog').boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      }
      await expect.poll(bottom).toBe(PHONE.height)
    }
    await expectAccessible(page, button)
    await closeDialog(page)
  }
})

test('paying, and the shelf with its modals', async () => {
  const fan = await newFan({ centavos: 5500 })
  const project = await projectNamed(fan, 'Noite de Lata')
  await buyAndReceive(fan, project.uid)
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  const cardField = page.frameLocator('iframe[title$="Número do cartão"]').getByLabel('Número do cartão')
  await enter(page, fan, '/deposit')
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await expectAccessible(page, 'deposit by PIX')
  await chooseCard(page)
  await cardField.waitFor()
  await page.getByRole('button', { name: 'ENVIAR pagamento' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await expectAccessible(page, 'deposit')

  await page.goto(`/payment/${(await projectNamed(fan, 'Maré Cheia')).uid}`)
  await page.getByRole('switch', { name: /Pagar com saldo/ }).click()
  await chooseCard(page)
  await cardField.waitFor()
  await expectAccessible(page, 'payment by card')
  await page.getByRole('switch', { name: /Pagar com saldo/ }).click()
  await expectAccessible(page, 'payment with balance')

  await page.goto('/shelf')
  const token = page.getByRole('button', { name: /Noite de Lata/ })
  await token.waitFor({ timeout: 30_000 })
  await expectAccessible(page, 'shelf')
  await openProfile(page)
  await expectAccessible(page, 'profile')
  await page.getByRole('button', { name: 'Desativar conta' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'deactivate')
  await closeDialog(page)
  await token.click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'confirm play')
  await page.getByRole('button', { name: 'Dar o play' }).click()
  await page.locator('iframe[src*="/player/"]').waitFor()
  await page.getByText('Aproveite seu $TUNE!').waitFor({ state: 'detached' })
  await expectAccessible(page, 'player')
})
