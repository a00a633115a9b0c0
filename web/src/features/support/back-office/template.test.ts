import { expect, test } from 'vitest'
import en from '#i18n/en/support-templates.json' with { type: 'json' }
import pt from '#i18n/pt/support-templates.json' with { type: 'json' }
import { withTemplate } from './template.ts'

test.each(Object.entries({ pt, en }))(
  'in %s the second template brings no greeting of its own',
  (_, texts) => {
    const [first, second] = [texts.received.text, texts.solved.text]
    const [greeting = ''] = first.split('\n\n')
    const answer = withTemplate(withTemplate('', first), second)
    expect(answer.startsWith(first)).toBe(true)
    expect(answer.split(greeting)).toHaveLength(2)
    expect(answer.endsWith(second.slice(greeting.length).trim())).toBe(true)
    for (const { text } of Object.values(texts)) expect(text.startsWith(`${greeting}\n\n`)).toBe(true)
  },
)
