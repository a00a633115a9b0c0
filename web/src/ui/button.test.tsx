import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button whose press is being answered shows so, keeps its words, and can still have the focus', () => {
  const drawn = (busy: boolean) => renderToStaticMarkup(<Button busy={busy}>Enviar pagamento</Button>)
  expect(drawn(false)).not.toContain('<svg')
  const busy = drawn(true)
  expect(busy).toContain('<svg')
  expect(busy).toContain('Enviar pagamento')
  expect(busy).toContain('aria-disabled="true"')
  expect(busy).not.toContain(' disabled=')
})
