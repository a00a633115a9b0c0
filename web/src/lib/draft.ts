/**
 * What was typed into a long form and not sent or saved yet. A link leads away from it, and a phone short of memory discards a
 * page while its owner looks for a picture to attach; the draft lasts until it is sent, its writer signs
 * out or the tab is closed.
 */
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { inTab } from './browser-storage.ts'

type Words = Record<string, string>

const PREFIX = 'tune-draft-'
const OWNER = 'tune-drafts-of'

/** The draft's fields, with the values of `empty` where nothing was kept. */
export function readDraft<Fields extends Words>(name: string, empty: Fields): Fields {
  const kept = parse(inTab.read(keyOf(name)))
  const left = Object.keys(empty).filter((field) => typeof kept[field] === 'string')
  return { ...empty, ...Object.fromEntries(left.map((field) => [field, kept[field]])) }
}

export function keepDraft(name: string, words: Words): void {
  if (Object.values(words).every((text) => text.trim() === '')) inTab.remove(keyOf(name))
  else inTab.write(keyOf(name), JSON.stringify(words))
}

/** What somebody else left in this tab is nobody's to find; what a visitor began before signing in is theirs. */
export function claimDrafts(person: string): void {
  const before = inTab.read(OWNER)
  if (before !== null && before !== person) {
    for (const key of inTab.keys()) if (key.startsWith(PREFIX)) inTab.remove(key)
  }
  inTab.write(OWNER, person)
}

/** The draft of a person's request for support, which other screens begin for them. */
export const supportDraft = (person: string) => `support-${person}`

/**
 * Saves the named fields of the form on every change, where they differ from what is `stored` on the server; an emptied form
 * leaves no draft.
 */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  fields: readonly (keyof Values & string)[],
  stored?: Values,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a form never change.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(name, changedOf(values, fields, stored)),
      }),
    [form.subscribe, name, stored],
  )
}

/** Those of the fields that differ from what is stored. */
export function changedOf<Values extends FieldValues>(
  values: Values,
  fields: readonly (keyof Values & string)[],
  stored?: Values,
): Words {
  const text = (of: Values, field: keyof Values) => String(of[field] ?? '')
  const changed = fields.filter((field) => !stored || text(values, field) !== text(stored, field))
  return Object.fromEntries(changed.map((field) => [field, text(values, field)]))
}

/** One long text that is kept the same way: `settle` sets it, once it has been sent or given up. */
export function useDraftedText(name: string, stored = '') {
  const [text, set] = useState(() => readDraft(name, { text: stored }).text)
  function write(typed: string) {
    set(typed)
    keepDraft(name, typed === stored ? {} : { text: typed })
  }
  function settle(known: string) {
    set(known)
    keepDraft(name, {})
  }
  return { text, write, settle }
}

function keyOf(name: string): string {
  return `${PREFIX}${name}`
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '') ?? {}
  } catch {
    return {}
  }
}
