/** Withdrawals, the statement, a receipt and a cancelled purchase, as a fan sees them. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { buyAndReceive } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { expect, mailTo, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { isFocused } from './focus.ts'
import { expectLanguage } from './languages.ts'
import { balanceOf, call, enter, newFan, openProfile, projectNamed } from './people.ts'

test('a withdrawal is requested, listed in the statement and cancelled, with receipts', async () => {
  const fan = await newFan({ centavos: 10_000 })
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/redeem-balance')
  const key = page.getByLabel('Chave PIX')
  const amount = page.getByLabel('Valor', { exact: true })
  const send = page.getByRole('button', { name: 'Solicitar resgate' })

  await send.click()
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(2)
  // Nothing that is typed is lost, and the kind is named.
  await key.pressSequentially('duda@exemplo.com.br')
  await page.getByText('Tipo da chave: E-mail.').waitFor()
  expect(await page.getByRole('radio', { name: 'E-mail' }).isChecked()).toBe(true)
  // This number could be a CPF or a phone: the fan says which.
  await key.fill('52998224725')
  await amount.pressSequentially('4000')
  await send.click()
  await page.getByText('Este número serve como CPF e como celular.', { exact: false }).waitFor()
  await shot(page, 'redeem-which')
  await page.getByRole('radio', { name: 'CPF', exact: true }).click()
  // Its check digits are verified, and a slip is not somebody's phone.
  await key.fill('52998224724')
  await amount.fill('')
  await amount.pressSequentially('10001')
  await send.click()
  await page.getByText('CPF inválido').waitFor()
  await amount.fill('')
  await amount.pressSequentially('99')
  await page.getByText('O valor mínimo é R$ 1,00, ou todo o seu saldo.').waitFor()
  await amount.fill('')
  await amount.pressSequentially('10001')
  await page.getByText('Você não possui saldo suficiente para concluir essa solicitação.').waitFor()
  await page.getByRole('radio', { name: 'Celular' }).click()
  await page.getByText('Tipo da chave: Celular.').waitFor()
  await page.getByRole('radio', { name: 'CPF', exact: true }).click()
  await key.fill('52998224725')
  await amount.fill('')
  await amount.pressSequentially('4000')
  // A double tap asks once, and what is asked can be read again before it is sent.
  await send.dblclick({ delay: 0 })
  const question = page.getByRole('dialog', { name: '_confirmar resgate' })
  await question.getByText('529.982.247-25').waitFor()
  await question.getByText('R$\u00a040,00').waitFor()
  // What it costs, and when it comes.
  await question
    .getByText('Não há taxa. O PIX sai depois que a nossa equipe conferir o pedido', { exact: false })
    .waitFor()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await key.inputValue()).toContain('529.982.247-25')
  await send.click()
  await question.getByRole('button', { name: 'Confirmar resgate' }).dblclick({ delay: 0 })
  await expectToast(page, 'Solicitação enviada com sucesso! Você receberá mais informações no e-mail.')
  await page.getByText('Solicitado').waitFor()
  await page.getByText('Nossa equipe vai conferir antes de o PIX sair.').waitFor()
  expect(await key.inputValue()).toBe('')
  await expect.poll(() => page.getByText('Campo obrigatório').count()).toBe(0)
  expect(await balanceOf(fan)).toEqual({ balance: 6000, totalBided: 0 })
  await mailTo(fan.email, /Resgate solicitado: R\$ 40,00/)

  // In sight where one decides about it, until its owner hides it.
  const available = page.locator('main dl').first()
  await expect.poll(() => available.innerText()).toContain('R$ 60,00')
  await available.getByRole('button', { name: 'Ocultar saldo', exact: true }).click()
  await expect.poll(() => available.innerText()).not.toContain('60,00')
  await available.getByRole('button', { name: 'Mostrar saldo', exact: true }).click()
  await expect.poll(() => available.innerText()).toContain('R$ 60,00')

  await page.getByRole('link', { name: 'Ver meu extrato' }).click()
  await page.getByRole('link', { name: /Resgate solicitado.*40,00/ }).waitFor()
  // What is neither free nor in a bid says what it waits for, and leads there.
  const setAside = page.getByRole('list', { name: 'Dinheiro separado' })
  expect(await setAside.innerText()).toMatch(/^R\$\s40,00\s+em resgates$/)
  expect(await setAside.getByRole('link').getAttribute('href')).toBe('/redeem-balance')
  await shot(page, 'statement-set-aside')
  // Whoever would close their account reads what becomes of it.
  await page.goto('/shelf')
  await openProfile(page)
  await page.getByRole('button', { name: 'Desativar conta' }).click()
  const closing = page.getByRole('dialog')
  await closing.getByText(/R\$\s40,00 já estão em resgates pedidos, que seguem o seu caminho/).waitFor()
  await shot(page, 'deactivation-withdrawing')
  await closing.getByRole('button', { name: 'Cancelar' }).click()
  await page.goto('/statement')
  await page.getByLabel('Tipo').selectOption({ label: 'Depósitos' })
  await page.waitForURL('**/statement?kind=deposits')
  await page.getByRole('link', { name: /Resgate solicitado/ }).waitFor({ state: 'detached' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('extrato-tune.csv')
  await page
    .getByRole('link', { name: /Depósito/ })
    .last()
    .click()
  await page.getByRole('heading', { name: '_recibo' }).waitFor()
  const receipt = page.getByRole('article')
  const amounts = ['R$ 100,00', 'R$ 4,38', 'R$ 104,38']
  // Hidden like every amount of one's own, but not on paper.
  await receipt.getByRole('button', { name: 'Ocultar saldo' }).click()
  for (const amount of amounts) expect(await receipt.innerText()).not.toContain(amount)
  await page.emulateMedia({ media: 'print' })
  for (const amount of amounts) expect(await receipt.innerText()).toContain(amount)
  // What is pale on a dark screen is black on paper: what came in, and what is held for a bid.
  for (const colour of ['live', 'gold']) {
    const root = 'getComputedStyle(document.documentElement)'
    expect(await page.evaluate(`${root}.getPropertyValue('--color-${colour}')`)).toBe('black')
  }
  await page.emulateMedia({ media: 'screen' })
  await receipt.getByRole('button', { name: 'Mostrar saldo' }).click()
  for (const fact of [...amounts, 'horário de São Paulo', 'Duda Plateia']) {
    expect(await receipt.innerText()).toContain(fact)
  }
  await page.getByRole('link', { name: 'comprovante na blockchain' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('header').first().isVisible()).toBe(false)
  expect(await receipt.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await page.goto('/redeem-balance')
  await page.getByRole('button', { name: /Cancelar resgate de/ }).click()
  await page.getByText('Cancelado', { exact: true }).waitFor()
  expect(await balanceOf(fan)).toEqual({ balance: 10_000, totalBided: 0 })
  await page.goto('/statement')
  await page.getByRole('link', { name: /Resgate cancelado, valor devolvido/ }).waitFor()
})

test('an unplayed purchase is undone; a played one is not', async () => {
  const fan = await newFan({ centavos: 8000 })
  const [undone, played] = [await projectNamed(fan, 'Noite de Lata'), await projectNamed(fan, 'Maré Cheia')]
  for (const { uid } of [undone, played]) await buyAndReceive(fan, uid)
  const before = (await balanceOf(fan)).balance
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/shelf')
  const regret = cancelButton(page, 'Noite de Lata')
  await regret.waitFor({ timeout: 30_000 })

  const keep = cancelButton(page, 'Maré Cheia')
  await keep.waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Maré Cheia/ }).click()
  await page.getByText('Dar o play inicia o seu acesso agora e encerra o direito de desistir').waitFor()
  await page.getByRole('button', { name: 'Dar o play' }).click()
  await page.locator('iframe[src*="/player/"]').waitFor()
  await page.keyboard.press('Escape')
  await keep.waitFor({ state: 'detached' })

  // The websocket may be faster than the answer: the button that opened the dialog is then gone before it closes.
  await page.route('**/api/v1/regret', async (route) => {
    const response = await route.fetch()
    await page.getByText('Compra desfeita', { exact: true }).waitFor()
    await route.fulfill({ response })
  })
  await regret.click()
  await page
    .getByRole('dialog')
    .getByText('Se você pagou com cartão ou PIX, a taxa do pagamento não entra na devolução.')
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Desistir da compra' }).click()
  const undoneCard = page.getByRole('article').filter({ hasText: 'Compra desfeita' })
  await expect.poll(() => isFocused(undoneCard)).toBe(true)
  expect((await balanceOf(fan)).balance).toBe(before + undone.fiatPrice)
  await page.goto('/statement')
  await page.getByRole('link', { name: /Desistência da compra.*Noite de Lata/ }).waitFor()
  await mailTo(fan.email, /Compra desfeita/)
  await visitor.end()
  await withDatabase(async (sql) => {
    expect(await sql`select * from ledger.faults`).toEqual([])
    expect(await sql`select * from ledger.withdrawal_faults`).toEqual([])
    const recorded = () => sql`
      select operations.status, failure
      from chain.operations
      join users on users.wallet = payload ->> 'wallet'
      where kind = 'return_sale' and users.uid = ${fan.uid}`
    await expect.poll(recorded, { timeout: 20_000 }).toEqual([{ status: 'confirmed', failure: null }])
  })
})

test('these screens are accessible', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000 })
  const token = fan.session.access_token
  await call('/api/v1/redeem-balance', {
    token,
    body: { pixKeyType: 'email', pixKey: 'duda@exemplo.com.br', amount: 1000 },
  })
  await buyAndReceive(fan, (await projectNamed(fan, 'Noite de Lata')).uid)
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/redeem-balance')
  await page.getByText('Solicitado').waitFor()
  await page.getByRole('button', { name: 'Solicitar resgate' }).click()
  await page.getByText('Campo obrigatório').first().waitFor()
  await expectAccessible(page, 'redeem balance')
  await page.goto('/statement')
  await page.getByRole('link', { name: /Compra de \$TUNE/ }).waitFor()
  await expectAccessible(page, 'statement')
  await page
    .getByRole('link', { name: /Depósito/ })
    .last()
    .click()
  await page.getByRole('article').waitFor()
  await expectAccessible(page, 'receipt')
  await page.goto('/shelf')
  await cancelButton(page, 'Noite de Lata').click({ timeout: 30_000 })
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'regret')
})

test('in English throughout', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000, language: 'en' })
  const token = fan.session.access_token
  const body = { pixKeyType: 'email', pixKey: 'duda@exemplo.com.br', amount: 1000 }
  await call('/api/v1/redeem-balance', { token, body })
  const visitor = await visit({ locale: 'en-US' })
  const { page } = visitor
  await enter(page, fan, '/redeem-balance')
  await page.getByText('Requested').waitFor()
  await expectLanguage(page, 'en')
  await page.goto('/statement')
  await page.getByRole('link', { name: /Withdrawal requested/ }).waitFor()
  await expectLanguage(page, 'en')
  await page
    .getByRole('link', { name: /Deposit/ })
    .last()
    .click()
  await page.getByRole('article').waitFor()
  await expectLanguage(page, 'en')
})

function cancelButton(page: Page, projectName: string): Locator {
  const card = page.getByRole('article').filter({ hasText: projectName })
  return card.getByRole('button', { name: 'Desistir da compra' })
}
