/**
 * What was typed into a long form and not sent yet. A phone short of memory discards a page while its owner
 * looks for a picture to attach; the draft lasts until it is sent or the tab is closed.
 */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Words = Record<string, string>

/** The draft's fields, with the values of `empty` where nothing was kept. */
export function readDraft<Fields extends Words>(name: string, empty: Fields): Fields {
  const kept = parse(sessionStorage.getItem(keyOf(name)))
  const left = Object.keys(empty).filter((field) => typeof kept[field] === 'string')
  return { ...empty, ...Object.fromEntries(left.map((field) => [field, kept[field]])) }
}

export function keepDraft(name: string, words: Words): void {
  if (Object.values(words).every((text) => text.trim() === '')) sessionStorage.removeItem(keyOf(name))
  else sessionStorage.setItem(keyOf(name), JSON.stringify(words))
}

/** The draft of a person's request for support, which other screens begin for them. */
export const supportDraft = (person: string) => `support-${person}`

/** Saves the named fields of the form on every change; an emptied form leaves no draft. */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  fields: readonly (keyof Values & string)[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a form never change.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          keepDraft(name, Object.fromEntries(fields.map((field) => [field, String(values[field] ?? '')]))),
      }),
    [form.subscribe, name],
  )
}

function keyOf(name: string): string {
  return `tune-draft-${name}`
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '') ?? {}
  } catch {
    return {}
  }
}
