/**
 * A desk in several processes of one machine. Orders for the same thing are quickest where they meet in one batch, so each thing
 * belongs to one of the processes, and the others pass on what they are asked for it, through a socket in a folder that only
 * this installation's user may open. It is a matter of speed alone: the database judges an order wherever it is taken, so a
 * process that gets no answer takes the order itself.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** Which of how many processes this one is, and the folder in which they find each other. */
export type DeskPlace = { folder: string; index: number; count: number }

/** Orders travel as JSON: `desk` names who takes them. */
type Asked = { number: number; desk: string; order: unknown }
type Answered = { number: number; answer: unknown } | { number: number; fault: Fault }
/** With what its reader judges it by: a database that is away is no failure of ours. */
type Fault = { message: string; code?: string; constraint_name?: string }

/** The answer of another process; null where it gave none, and may or may not have taken the order. */
type Ask = (desk: string, order: unknown) => Promise<{ answer: unknown } | null>

export type SharedDesks = {
  place: DeskPlace
  /** Asks the process at `index`. Rejects where the order failed there. */
  ask: (index: number, ...asked: Parameters<Ask>) => ReturnType<Ask>
  close: () => Promise<void>
}

/** A process that was stopped keeps its connections open and says nothing; one that works answers within milliseconds. */
const PATIENCE_MS = 5000

/** Opens this process's desks to the others. `desks` take an order by their name. */
export async function openDesks(
  place: DeskPlace,
  desks: Readonly<Record<string, (order: never) => Promise<unknown>>>,
): Promise<SharedDesks> {
  const visitors = new Set<Socket>()
  const lines = new Map<number, Line>()
  const server = createServer((socket) => {
    visitors.add(socket)
    socket.on('close', () => visitors.delete(socket))
    eachLine<Asked>(socket, async ({ number, desk, order }) => {
      const answered: Answered = await (
        desks[desk]?.(order as never) ?? Promise.reject(new Error(desk))
      ).then(
        (answer) => ({ number, answer }),
        (fault: unknown) => ({ number, fault: describe(fault) }),
      )
      if (socket.writable) send(socket, answered)
    })
  })
  const pathOf = (index: number) => join(place.folder, `${index}.sock`)
  // A process that was killed has left its own.
  await rm(pathOf(place.index), { force: true })
  await once(server.listen(pathOf(place.index)), 'listening')

  function lineTo(index: number): Line {
    const open = lines.get(index) ?? openLine(pathOf(index), () => lines.delete(index))
    lines.set(index, open)
    return open
  }

  return {
    place,
    ask: (index, ...asked) => lineTo(index).ask(...asked),
    async close() {
      for (const line of lines.values()) line.end()
      for (const socket of visitors) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

type Line = { ask: Ask; end: () => void }

/** A connection to another process; `onEnd` when it is of no more use. */
function openLine(path: string, onEnd: () => void): Line {
  const waiting = new Map<number, (answered: Answered | null) => void>()
  const socket = createConnection(path)
  let last = 0

  eachLine<Answered>(socket, (answered) => waiting.get(answered.number)?.(answered))
  socket.on('close', () => {
    onEnd()
    for (const settle of waiting.values()) settle(null)
  })
  return {
    ask: (desk, order) =>
      new Promise((resolve, reject) => {
        const number = ++last
        const patience = setTimeout(() => socket.destroy(), PATIENCE_MS)
        waiting.set(number, (answered) => {
          clearTimeout(patience)
          waiting.delete(number)
          if (answered && 'fault' in answered) {
            const { message, ...rest } = answered.fault
            reject(Object.assign(new Error(`another process: ${message}`), rest))
          } else resolve(answered)
        })
        send(socket, { number, desk, order } satisfies Asked)
      }),
    end: () => socket.destroy(),
  }
}

function describe(fault: unknown): Fault {
  const { code, constraint_name } = fault as Partial<Fault>
  return { message: String(fault), ...(code && { code }), ...(constraint_name && { constraint_name }) }
}

const send = (socket: Socket, message: Asked | Answered) => socket.write(`${JSON.stringify(message)}\n`)

/** What comes, message by message. A fault of the connection is its end. */
function eachLine<Message>(socket: Socket, hear: (message: Message) => void): void {
  let begun = ''
  socket.setEncoding('utf8')
  socket.on('error', () => undefined)
  socket.on('data', (some: string) => {
    const lines = (begun + some).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) hear(JSON.parse(line) as Message)
  })
}
