/**
 * Every fan journey by keyboard alone. Bidding is in e2e/auction-access.test.ts, PIX codes in e2e/pix.test.ts, the
 * tour, the FAQ and cropping a photo in e2e/screens.test.ts.
 */
import type { FileChooser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { codeAt, stepAt } from '../server/doors/auth/totp.ts'
import { buyAndReceive } from './auctions.ts'
import { expectToast } from './bidding.ts'
import {
  DESKTOP,
  expect,
  linkIn,
  MAIL_BUTTON,
  mailTo,
  PASSWORD,
  RELEASE,
  test,
  visit,
  withDatabase,
} from './fixtures.ts'
import { chooseByArrow, isFocused, pressOn, tabTo, typeInto } from './focus.ts'
import { balanceOf, enter, newCpf, newFan, newNickname, projectNamed } from './people.ts'

test('sign in, see the sample, buy with the balance', async () => {
  const fan = await newFan({ centavos: 3500 })
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  await page.goto('/')
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(fan.email)
  await tabTo(page, page.getByLabel('Senha', { exact: true }))
  await page.keyboard.type(fan.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  // A panel takes the focus, traps it, and gives it back.
  const watch = page.getByRole('button', { name: 'Assistir agora' })
  await tabTo(page, watch)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await panel.waitFor()
  await tabTo(page, panel.locator('summary', { hasText: 'Ajuda com o player' }))
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(watch)).toBe(true)

  await tabTo(page, page.getByRole('searchbox', { name: 'Buscar por nome ou artista' }))
  await page.keyboard.type('noite')
  await tabTo(page, page.getByRole('link', { name: /^Comprar Noite de Lata/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/payment/*')
  await tabTo(page, page.getByRole('button', { name: 'ENVIAR pagamento' }))
  await page.keyboard.press('Enter')

  const sent = page.getByRole('main').getByRole('status')
  await sent.getByRole('heading', { name: '$TUNE disponível' }).waitFor({ timeout: 30_000 })
  await tabTo(page, sent.getByRole('link', { name: 'Minha Estante' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shelf')
  await tabTo(page, page.getByRole('button', { name: /Noite de Lata · Desbloquear agora/ }))
})

const NEW_PASSWORD = 'Cometa-Azul#2027'

async function follow(page: Page, email: string, subject: RegExp): Promise<void> {
  await page.goto(linkIn(await mailTo(email, subject)))
  await pressOn(page, page.getByRole('button', { name: MAIL_BUTTON }))
}

/** Opens the file chooser by keyboard. */
async function openFiles(page: Page, button: Locator): Promise<FileChooser> {
  const [files] = await Promise.all([page.waitForEvent('filechooser'), pressOn(page, button)])
  return files
}

test('an account: created, confirmed, completed, its password reset, and deactivated', RELEASE, async () => {
  const nickname = newNickname('tecla')
  const email = `${nickname}@tune.test`
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/')
  await pressOn(page, page.getByRole('link', { name: 'Crie sua conta' }))
  await page.getByRole('heading', { name: '_criar conta' }).waitFor()
  await typeInto(page, page.getByLabel('E-mail'), email)
  await typeInto(page, page.getByLabel('Telefone'), '11987651234')
  await typeInto(page, page.getByLabel('Nome de usuário'), nickname)
  await typeInto(page, page.getByLabel('Senha', { exact: true }), PASSWORD)
  await pressOn(page, button('Mostrar senha').first())
  await typeInto(page, page.getByLabel('Confirme a senha'), PASSWORD)
  await pressOn(page, page.getByRole('checkbox'), 'Space')
  await pressOn(page, button('Criar conta'))
  await page.waitForURL((url) => url.pathname === '/')

  await follow(page, email, /Confirme seu e-mail/)
  await page.waitForURL('**/complete-profile')
  await typeInto(page, page.getByLabel('Nome', { exact: true }), 'Teca Teclado')
  await typeInto(page, page.getByLabel('CPF'), newCpf())
  await pressOn(page, page.getByRole('checkbox'), 'Space')
  await pressOn(page, button('Confirmar'))
  await page.waitForURL('**/dashboard')
  const steps = page.getByRole('dialog')
  for (let step = 1; step < 6; step++) {
    await steps.getByText(`Passo ${step} de 6`).waitFor()
    await pressOn(page, steps.getByRole('button', { name: 'Próximo' }))
  }
  await pressOn(page, steps.getByRole('button', { name: 'Finalizar' }))
  await steps.waitFor({ state: 'detached' })

  await pressOn(page, button('Notificações'))
  await page.getByRole('dialog').getByText('Nenhuma notificação disponível').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(button('Notificações'))).toBe(true)
  await pressOn(page, button('Mostrar saldos'))
  await page.locator('header').getByText('R$ 0,00').first().waitFor()
  await pressOn(page, button('English'))
  await page.getByRole('heading', { name: '_listen now' }).waitFor()
  await pressOn(page, button('Português'))
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  await pressOn(page, button('Usar tema claro'))
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  await pressOn(page, button('Sair'))
  await page.waitForURL((url) => url.pathname === '/')

  await pressOn(page, page.getByRole('link', { name: 'Esqueceu sua senha?' }))
  await page.getByRole('heading', { name: '_recuperar senha' }).waitFor()
  await typeInto(page, page.getByLabel('E-mail'), email)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await follow(page, email, /Crie uma nova senha/)
  await page.waitForURL((url) => url.pathname === '/reset-password')
  await typeInto(page, page.getByLabel('Nova senha', { exact: true }), NEW_PASSWORD)
  await typeInto(page, page.getByLabel('Confirme a nova senha'), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await typeInto(page, page.getByLabel('E-mail'), email)
  await typeInto(page, page.getByLabel('Senha', { exact: true }), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await pressOn(page, page.getByRole('link', { name: 'Minha estante' }).first())
  await page.waitForURL('**/shelf')
  await pressOn(page, page.locator('summary', { hasText: 'Perfil e conta' }))
  await pressOn(page, button('Desativar conta'))
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Desativar conta' }))
  await typeInto(page, page.getByLabel('Sua senha'), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Sua conta foi desativada com sucesso!')
  await page.waitForURL('**/deactivated')
})

test(
  'money: a deposit by card, a withdrawal and its cancellation, the statement and a receipt',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit({ viewport: DESKTOP })
    const { page } = visitor
    await enter(page, fan, '/deposit')
    await tabTo(page, page.getByRole('radio', { name: 'PIX', exact: true }))
    await chooseByArrow(page, 'ArrowRight', page.getByRole('radio', { name: 'Cartão', exact: true }))
    await typeInto(page, page.getByLabel('Valor', { exact: true }), '10000')
    const card = (title: string) => page.frameLocator(`iframe[title$="${title}"]`).getByLabel(title)
    await typeInto(page, card('Número do cartão'), '4242424242424242')
    await typeInto(page, card('Data de validade'), '1234')
    await typeInto(page, card('Código de segurança'), '123')
    await pressOn(page, page.getByRole('button', { name: 'ENVIAR pagamento' }))
    await expect.poll(async () => (await balanceOf(fan)).balance).toBe(10_000)
    await pressOn(page, page.getByRole('link', { name: 'Quero ouvir' }).last())
    await page.waitForURL('**/dashboard')

    await pressOn(page, page.getByRole('link', { name: 'Resgatar saldo' }))
    await page.getByRole('heading', { name: '_resgatar saldo' }).waitFor()
    await tabTo(page, page.getByRole('radio', { name: 'CPF', exact: true }))
    for (const name of ['CNPJ', 'Celular', 'E-mail']) {
      await chooseByArrow(page, 'ArrowRight', page.getByRole('radio', { name, exact: true }))
    }
    await typeInto(page, page.getByLabel('Chave PIX'), 'teca@exemplo.com.br')
    await typeInto(page, page.getByLabel('Valor', { exact: true }), '4000')
    await page.keyboard.press('Enter')
    await pressOn(page, page.getByRole('button', { name: 'Confirmar resgate' }))
    await page.getByText('Solicitado').waitFor()
    await pressOn(page, page.getByRole('button', { name: /Cancelar resgate de/ }))
    const cancelled = page.getByRole('listitem').filter({ hasText: 'Cancelado' })
    await expect.poll(() => isFocused(cancelled)).toBe(true)

    await pressOn(page, page.getByRole('link', { name: 'Ver meu extrato' }))
    await page.getByRole('link', { name: /Resgate cancelado/ }).waitFor()
    await tabTo(page, page.getByLabel('Tipo'))
    await page.keyboard.type('Dep')
    await page.waitForURL('**/statement?kind=deposits')
    await Promise.all([
      page.waitForEvent('download'),
      pressOn(page, page.getByRole('button', { name: 'Baixar CSV' })),
    ])
    await pressOn(page, page.getByRole('button', { name: 'Limpar filtros' }))
    await expect.poll(() => isFocused(page.getByRole('search', { name: 'Filtrar o extrato' }))).toBe(true)
    await page.getByRole('link', { name: /Resgate cancelado/ }).waitFor()
    await pressOn(page, page.getByRole('link', { name: /^Depósito/ }).last())
    await pressOn(page, page.getByRole('article').getByRole('button', { name: 'Mostrar saldo' }))
    await page.getByRole('article').getByText('R$ 104,38').waitFor()
    await pressOn(page, page.getByRole('link', { name: 'Voltar ao extrato' }))
    await page.waitForURL('**/statement')
    await visitor.end()
  },
)

test(
  'the shelf: a photo, a purchase undone, a $TUNE played; then support and a proposal',
  RELEASE,
  async () => {
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c84a2a' } })
      .png()
      .toBuffer()
    const file = { name: 'eu.png', mimeType: 'image/png', buffer: picture }
    const fan = await newFan({ centavos: 8000 })
    for (const name of ['Noite de Lata', 'Maré Cheia'])
      await buyAndReceive(fan, (await projectNamed(fan, name)).uid)
    const visitor = await visit({ viewport: DESKTOP })
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    await enter(page, fan, '/shelf')
    await pressOn(page, page.getByRole('button', { name: 'Atualizar foto de perfil' }))
    await (await openFiles(page, dialog.getByRole('button', { name: 'Escolher foto' }))).setFiles(file)
    await tabTo(page, dialog.getByRole('application', { name: 'Ajuste da foto' }))
    await page.keyboard.press('+')
    await expect.poll(() => dialog.locator('[data-zoom]').getAttribute('data-zoom')).toBe('1.2')
    await pressOn(page, dialog.getByRole('button', { name: 'Atualizar', exact: true }))
    await expectToast(page, 'Imagem de perfil atualizada com sucesso!')

    const card = page.getByRole('article').filter({ hasText: 'Noite de Lata' })
    const regret = card.getByRole('button', { name: 'Desistir da compra' })
    await regret.waitFor({ timeout: 30_000 })
    await pressOn(page, regret)
    await pressOn(page, dialog.getByRole('button', { name: 'Desistir da compra' }))
    await card.getByText('Compra desfeita', { exact: true }).waitFor()
    await expect.poll(() => isFocused(card)).toBe(true)

    const token = page.getByRole('button', { name: /^Maré Cheia/ })
    await token.waitFor({ timeout: 30_000 })
    await pressOn(page, token)
    await pressOn(page, dialog.getByRole('button', { name: 'Dar o play' }))
    const video = page.frameLocator('[role=dialog] iframe').locator('video')
    const isPaused = () => video.evaluate((it: { paused: boolean }) => it.paused)
    await expect.poll(isPaused).toBe(false)
    // The position is remembered once the host's page has reported it.
    await expect.poll(() => page.evaluate(`localStorage.getItem('tune-places')`)).not.toBe(null)
    await page.keyboard.press('Space')
    await expect.poll(isPaused).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await pressOn(page, page.getByRole('link', { name: 'Suporte' }).first())
    await page.getByRole('heading', { name: '_suporte' }).waitFor()
    await tabTo(page, page.getByLabel('Assunto'))
    await page.keyboard.type('Sal')
    await typeInto(page, page.getByLabel('Mensagem'), 'Escrevo só com as teclas.')
    await (await openFiles(page, page.getByRole('button', { name: 'Escolher arquivo' }))).setFiles(file)
    // The element that replaces the button gets the focus.
    const [choose, remove] = ['Escolher arquivo', 'Remover eu.png'].map((name) =>
      page.getByRole('button', { name }),
    ) as [Locator, Locator]
    await expect.poll(() => isFocused(remove)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(choose)).toBe(true)
    await (await openFiles(page, choose)).setFiles(file)
    await page.getByRole('img', { name: 'Prévia de eu.png' }).waitFor()
    await pressOn(page, page.getByRole('button', { name: 'Enviar' }))
    await page.getByText('Solicitação enviada com sucesso!').waitFor()
    await pressOn(page, page.getByRole('link', { name: 'Cadastrar projeto' }).first())
    await page.getByRole('heading', { name: '_cadastrar projeto' }).waitFor()
    await typeInto(page, page.getByLabel('Sobre o seu projeto'), 'Um disco escrito a dez dedos.')
    await pressOn(page, page.getByRole('button', { name: 'Enviar' }))
    await page.getByText('Cadastro realizado com sucesso!').waitFor()
    const kept = await withDatabase(
      (sql) => sql`
      select subject, file is not null as attached, register_projects.message
      from support_requests join register_projects using (user_id)
      where user_id = ${fan.uid}`,
    )
    expect(kept.map((row) => ({ ...row }))).toEqual([
      { subject: 'Saldo', attached: true, message: 'Um disco escrito a dez dedos.' },
    ])
    await visitor.end()
  },
)

test(
  'security: a new password, a second factor, other sessions, the export, and erasure',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit({ viewport: DESKTOP, allowed: /status of 4\d\d/ })
    const { page } = visitor
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const elsewhere = await visit({ allowed: /status of 4\d\d/ })
    await elsewhere.page.goto('/')
    await typeInto(elsewhere.page, elsewhere.page.getByLabel('E-mail'), fan.email)
    await typeInto(elsewhere.page, elsewhere.page.getByLabel('Senha', { exact: true }), PASSWORD)
    await elsewhere.page.keyboard.press('Enter')
    await elsewhere.page.waitForURL('**/dashboard')
    await enter(page, fan, '/shelf')
    await pressOn(page, page.locator('summary', { hasText: 'Perfil e conta' }))
    await pressOn(page, page.getByRole('link', { name: 'Segurança da conta' }))
    await page.getByRole('heading', { name: '_segurança' }).waitFor()
    await pressOn(page, button('Sair de todas as outras'))
    await expectToast(page, 'As outras sessões foram encerradas.')

    await typeInto(page, page.getByLabel('Senha atual'), PASSWORD)
    await typeInto(page, page.getByLabel('Nova senha', { exact: true }), NEW_PASSWORD)
    await typeInto(page, page.getByLabel('Confirme a nova senha'), NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Senha atualizada com sucesso!')
    await Promise.all([page.waitForEvent('download'), pressOn(page, button('Baixar meus dados'))])

    await pressOn(page, button('Ativar com um aplicativo'))
    await pressOn(page, dialog.getByRole('button', { name: 'Continuar' }))
    await typeInto(page, page.getByRole('textbox', { name: 'Sua senha' }), NEW_PASSWORD)
    await page.keyboard.press('Enter')
    const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
    const code = dialog.getByLabel('Código de 6 números que o aplicativo mostra')
    await typeInto(page, code, codeAt(secret, stepAt(new Date())))
    await page.keyboard.press('Enter')
    await pressOn(page, dialog.getByRole('button', { name: 'Mostrar meus códigos' }))
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10)
    await pressOn(page, dialog.getByRole('button', { name: 'Já guardei' }))
    await page.getByText('Restam 10').waitFor()

    await pressOn(page, button('Apagar minha conta'))
    await typeInto(page, dialog.getByLabel(`Para confirmar, digite ${fan.email}`), fan.email)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    await mailTo(fan.email, /Sua conta foi apagada/)
    await visitor.end()
    await elsewhere.context.close()
  },
)
