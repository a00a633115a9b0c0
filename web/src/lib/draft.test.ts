import { beforeEach, expect, test, vi } from 'vitest'
import { claimDrafts, keepDraft, readDraft } from './draft.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (place: number) => [...kept.keys()][place] ?? null,
    get length() {
      return kept.size
    },
  })
})

const EMPTY = { subject: '', message: '' }

test('a form is found as it was left, and another one is empty', () => {
  keepDraft('support-ana', { subject: 'Saldo', message: 'Oi\n🎸' })
  expect(readDraft('support-ana', EMPTY)).toEqual({ subject: 'Saldo', message: 'Oi\n🎸' })
  expect(readDraft('support-bia', EMPTY)).toEqual(EMPTY)
})

test('whoever signs in on a tab finds no other person’s drafts, and their own after a reload', () => {
  keepDraft('gift', { subject: '', message: 'Antes de entrar' })
  claimDrafts('ana')
  expect(readDraft('gift', EMPTY).message).toBe('Antes de entrar')
  keepDraft('support-ana', { subject: 'Saldo', message: 'Oi' })
  keepDraft('story', { subject: '', message: 'Era uma vez' })
  claimDrafts('ana')
  expect(readDraft('support-ana', EMPTY).message).toBe('Oi')
  claimDrafts('bia')
  expect([...kept.keys()].filter((key) => key.startsWith('tune-draft-'))).toEqual([])
})

test('a form that is emptied leaves nothing behind', () => {
  keepDraft('support-ana', { subject: 'Saldo', message: 'Oi' })
  keepDraft('support-ana', { subject: '', message: ' ' })
  expect(kept.size).toBe(0)
})

test.each(['{', 'null', '7', '[]', '{"message":7,"other":"x"}'])('%s in its place is no draft', (text) => {
  keepDraft('support-ana', { subject: 'Saldo', message: 'Oi' })
  for (const key of kept.keys()) kept.set(key, text)
  expect(readDraft('support-ana', EMPTY)).toEqual(EMPTY)
})
