/** Who wants the server at the moment: whoever is alone need leave nobody room. */
import { type Line, timeOf } from './lines.ts'

/** So many requests at once are not much, whatever they take: a person on a slow page sends no more. */
const FEW = 2

export type Crowd = {
  /** Somebody asks: others have to leave them room, unless they have both spent their time and ask for much at once. */
  hear: (line: Line) => void
  /** Whether nobody but this caller needs room. */
  lacks: (line: Line) => boolean
}

export function createCrowd(aloneAfter: number): Crowd {
  /** The last two who asked for little, and when. */
  let last = { name: '', at: Number.NEGATIVE_INFINITY }
  let lastButOne = last
  return {
    hear(line) {
      const others = line.inWork + line.waiting.size
      if (timeOf(line) <= 0 && others >= FEW) return
      if (last.name !== line.name) lastButOne = last
      last = { name: line.name, at: line.at }
    },
    lacks({ name, at }) {
      const other = last.name === name ? lastButOne : last
      return at - other.at > aloneAfter
    },
  }
}
