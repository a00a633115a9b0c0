/**
 * Questions of one kind that come at about the same time, sent to the database together. A question is sent at once
 * while no statement is under way; otherwise it goes with the next, so that the busier the server is, the less a question
 * costs. There is no timer.
 */
import { isUnavailable } from './unavailable.ts'

export type Ask<Question, Answer> = (question: Question) => Promise<Answer>

/** More would make the first wait for the last, without any gain. */
const MOST_TOGETHER = 256

type Waiting<Question, Answer> = {
  question: Question
  answer: Promise<Answer>
  resolve: (answer: Answer) => void
  reject: (fault: unknown) => void
}

/**
 * `askAll` answers questions in their order, one for each. Questions of the same name are one question: `nameOf` has to
 * tell apart whatever may be answered differently. An answer is of a moment after its question was asked. A question
 * that cannot be answered fails alone.
 */
export function askTogether<Question, Answer>(
  nameOf: (question: Question) => string,
  askAll: (questions: Question[]) => Promise<Answer[]>,
): Ask<Question, Answer> {
  let waiting = new Map<string, Waiting<Question, Answer>>()
  // A second one at the same time would halve what travels together: measured, a sixth fewer answers a second.
  let isUnderWay = false

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const sent = [...waiting.values()].slice(0, MOST_TOGETHER)
      waiting = new Map([...waiting].slice(MOST_TOGETHER))
      await answerAll(sent, askAll)
    }
    isUnderWay = false
  }

  return (question) => {
    const name = nameOf(question)
    const same = waiting.get(name)
    if (same) return same.answer
    const entry = newWaiting<Question, Answer>(question)
    waiting.set(name, entry)
    // Whatever else this round of the event loop brings goes along.
    if (!isUnderWay) setImmediate(send)
    isUnderWay = true
    return entry.answer
  }
}

function newWaiting<Question, Answer>(question: Question): Waiting<Question, Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  return { question, answer: promise, resolve, reject }
}

async function answerAll<Question, Answer>(
  sent: Waiting<Question, Answer>[],
  askAll: (questions: Question[]) => Promise<Answer[]>,
): Promise<void> {
  try {
    const answers = await askAll(sent.map(({ question }) => question))
    if (answers.length !== sent.length)
      throw new Error(`${answers.length} answers to ${sent.length} questions`)
    for (const [place, { resolve }] of sent.entries()) resolve(answers[place] as Answer)
  } catch (fault) {
    // One of them may have spoilt it for all. A database that is away is asked no more often for that.
    if (sent.length === 1 || isUnavailable(fault)) for (const { reject } of sent) reject(fault)
    else await Promise.all(sent.map((one) => answerAll([one], askAll)))
  }
}
