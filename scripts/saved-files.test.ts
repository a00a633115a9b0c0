/** Every file of the back office that is filed in the audit trail has a name there, in both languages. */
import { expect, test } from 'vitest'
import en from '#i18n/en/operations-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/operations-back-office.json' with { type: 'json' }
import { fileName, isSavedList } from '#server/product/api/record-reading.ts'
import { CALLS } from '#server/product/calls.ts'

test('the files that can be saved, and no others', () => {
  const recorded = Object.entries(CALLS).filter(([, call]) => call.caller === 'admin' && isSavedList(call))
  const names = [...new Set(recorded.map(([call]) => fileName(call)))].sort()
  expect(names).toContain('users')
  expect(Object.keys(pt.audit.files).sort()).toEqual(names)
  expect(Object.keys(en.audit.files).sort()).toEqual(names)
})
