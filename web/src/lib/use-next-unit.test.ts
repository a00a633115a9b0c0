import { expect, test } from 'vitest'
import { nextUnitAt } from './use-next-unit.ts'

const AT = Date.parse('2027-02-09T20:00:00Z')
const project = {
  nextExpire: '2027-02-09 20:30:00',
  validPeriod: 3600,
  expiredAt: '2027-02-09T20:10:00.000Z',
}

test('the next unit is counted down to until the project ends; then nothing is sold any more', () => {
  expect(nextUnitAt(project, AT)).toEqual({ left: 1800, share: 0.5 })
  const end = Date.parse(project.expiredAt)
  expect(nextUnitAt(project, end - 1)?.left).toBe(1201)
  expect(nextUnitAt(project, end)).toBe(null)
  expect(nextUnitAt({ ...project, nextExpire: null }, AT)).toBe(null)
  expect(nextUnitAt({ ...project, isPaused: true }, AT)).toBe(null)
})
