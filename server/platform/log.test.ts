import * as v from 'valibot'
import { expect, test } from 'vitest'
import { faultInLog } from './log.ts'

test('a fault of the database is told without the row', () => {
  const fault = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    constraint_name: 'users_email_key',
    detail: 'Key (email)=(ana@tune.test) already exists.',
  })
  const said = faultInLog(fault)
  expect(said).toMatchObject({
    type: 'Error',
    message: fault.message,
    code: '23505',
    constraint_name: 'users_email_key',
  })
  expect(JSON.stringify(said)).not.toContain('ana@')
})

test('nor is what a function was reading when it failed', () => {
  const fault = Object.assign(new Error('invalid input syntax for type json'), {
    code: '22P02',
    where: 'JSON data, line 1: {"email":"ana@tune.test", "cpf":"39053344705"',
  })
  const said = faultInLog(fault)
  expect(said).toMatchObject({ where: 'JSON data, line 1: {"email":"•••", "cpf":"•••"' })
})

test('a body that does not fit is told without the body', () => {
  const body = { pix: [{ valor: 1, pagador: { cpf: '39053344705' } }] }
  try {
    v.parse(v.object({ pix: v.array(v.object({ valor: v.string() })) }), body)
    expect.unreachable()
  } catch (fault) {
    expect(faultInLog(fault)).toMatchObject({ message: 'Invalid type: Expected string but received 1' })
    expect(JSON.stringify(faultInLog(fault))).not.toContain('39053344705')
  }
})

test('the cause of a fault is told with it', () => {
  const fault = new Error('not sent', { cause: new Error('connection refused') })
  expect(faultInLog(fault)).toMatchObject({ message: 'not sent: connection refused' })
})

test('a fault is told without the people in its words', () => {
  const said = faultInLog(new Error('550 <ana@tune.test> does not exist'))
  expect(said).toMatchObject({ message: '550 <•••> does not exist' })
  expect(JSON.stringify(said)).toContain('log.test.ts')
  expect(JSON.stringify(said)).not.toContain('ana@')
})

test('whatever else was thrown is told as it is', () => {
  expect(faultInLog('gone')).toBe('gone')
})
