import { expect, test } from 'vitest'
import { askTogether } from './ask-together.ts'

/** Answers that come when they are let out, in the order of their statements. */
function holdAnswers() {
  const statements: { questions: number[]; answer: () => void; fail: (fault: unknown) => void }[] = []
  const ask = askTogether(
    (question: number) => String(question),
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      statements.push({
        questions,
        answer: () => resolve(questions.map((question) => `answer to ${question}`)),
        fail: reject,
      })
      return promise
    },
  )
  return { ask, statements, asked: () => statements.map(({ questions }) => questions) }
}

test('what is asked at once travels together, the same question once, and each has its own answer', async () => {
  const { ask, statements, asked } = holdAnswers()
  const answers = Promise.all([ask(1), ask(2), ask(1), ask(3)])
  await expect.poll(asked).toEqual([[1, 2, 3]])
  statements[0]?.answer()
  expect(await answers).toEqual(['answer to 1', 'answer to 2', 'answer to 1', 'answer to 3'])
})

test('a question asked after another was sent is asked anew', async () => {
  const { ask, statements, asked } = holdAnswers()
  const first = ask(1)
  await expect.poll(asked).toEqual([[1]])
  const second = ask(1)
  statements[0]?.answer()
  await expect.poll(asked).toEqual([[1], [1]])
  statements[1]?.answer()
  expect(await Promise.all([first, second])).toHaveLength(2)
})

test('while a statement is under way, all others wait for the next', async () => {
  const { ask, statements, asked } = holdAnswers()
  const answers = [ask(1)]
  await expect.poll(asked).toHaveLength(1)
  for (let question = 2; question < 400; question++) answers.push(ask(question))
  await new Promise(setImmediate)
  expect(asked()).toHaveLength(1)
  statements[0]?.answer()
  await expect.poll(() => asked()[1]).toHaveLength(256)
  statements[1]?.answer()
  await expect.poll(() => asked()[2]).toHaveLength(398 - 256)
  statements[2]?.answer()
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 399 }, (_, n) => `answer to ${n + 1}`))
})

test('a question that cannot be answered fails alone', async () => {
  const ask = askTogether(String, async (questions: number[]) => {
    if (questions.includes(2)) throw new Error('2 is poison')
    return questions.map((question) => question * 10)
  })
  const settled = await Promise.allSettled([1, 2, 3].map(ask))
  expect(settled).toMatchObject([{ value: 10 }, { reason: { message: '2 is poison' } }, { value: 30 }])
})

test('a database that is away is asked once for all', async () => {
  let times = 0
  const ask = askTogether(String, async (_: number[]): Promise<number[]> => {
    times++
    throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
  })
  const settled = await Promise.allSettled([1, 2, 3].map(ask))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(times).toBe(1)
})
