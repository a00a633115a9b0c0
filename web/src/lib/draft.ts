/**
 * What was typed into a long form and not sent yet. A phone with little memory forgets a page while its owner looks for a
 * picture to send along; this tab remembers the words until they are sent or it is closed.
 */
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Words = Record<string, string>

/** The fields of `empty` as they were left; as they are in `empty` where nothing was. */
export function readDraft<Fields extends Words>(name: string, empty: Fields): Fields {
  const kept = parse(sessionStorage.getItem(keyOf(name)))
  const left = Object.keys(empty).filter((field) => typeof kept[field] === 'string')
  return { ...empty, ...Object.fromEntries(left.map((field) => [field, kept[field]])) }
}

export function keepDraft(name: string, words: Words): void {
  if (Object.values(words).every((text) => text.trim() === '')) sessionStorage.removeItem(keyOf(name))
  else sessionStorage.setItem(keyOf(name), JSON.stringify(words))
}

/** Keeps the named fields of the form with every change; a form that is emptied leaves nothing. */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  fields: readonly (keyof Values & string)[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a form are always the same.
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
