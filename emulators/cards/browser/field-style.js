// Turns the `style` option of an element into CSS. Only properties that Stripe documents are kept.

const PROPERTIES = new Set([
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'iconColor',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
])
const STATES = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const VARIANTS = { base: 'input', complete: 'input.complete', empty: 'input.empty', invalid: 'input.invalid' }

export function cssOf(style = {}) {
  return Object.entries(VARIANTS)
    .flatMap(([variant, selector]) => {
      const rules = style[variant] ?? {}
      return [
        ruleOf(selector, rules),
        ...STATES.filter((state) => rules[state]).map((state) => ruleOf(selector + state, rules[state])),
      ]
    })
    .join('\n')
}

function ruleOf(selector, properties) {
  const lines = Object.entries(properties)
    .filter(([name, value]) => PROPERTIES.has(name) && !/[{};]/.test(String(value)))
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
  return `${selector} { ${lines.join(' ')} }`
}

export async function loadFonts(fonts = []) {
  for (const { cssSrc, family, src, ...descriptors } of fonts) {
    if (cssSrc) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href: cssSrc })
      document.head.append(link)
    } else {
      document.fonts.add(await new FontFace(family, src, descriptors).load())
    }
  }
}
