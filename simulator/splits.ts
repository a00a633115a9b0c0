/** Who shares the author's part of a project: written down before publication, otherwise changed by consent of all. */
import { addUp, concernedBy, SPLIT_TRANSITIONS, type SplitStatus, WHOLE } from '#domain/split.ts'
import { mayBecome } from '#domain/transitions.ts'
import { become, count } from './coverage.ts'
import {
  type Artist,
  DONE,
  type Market,
  type Outcome,
  type Project,
  refuse,
  type Share,
  type Split,
} from './state.ts'
import type { DecideSplitStep, ProposeStep } from './steps.ts'

export const splitInForce = ({ splits }: Project) => splits.find(({ status }) => status === 'in_force')
export const proposedSplit = ({ splits }: Project) => splits.find(({ status }) => status === 'proposed')

/** Those who have a share now: without a split the author, to the whole. */
export function sharersOf(project: Project): Share[] {
  return splitInForce(project)?.shares ?? [{ artist: project.author, basisPoints: WHOLE }]
}

/** The operator writes shares down; somebody who has one proposes others. */
export function propose(market: Market, { project, shares, by }: ProposeStep): Outcome {
  const now = sharersOf(project)
  const isKnown = (artist: Artist) => now.some((share) => share.artist === artist)
  if (by && !isKnown(by)) return refuse(market, project.isActive ? 'not_a_sharer' : 'project_not_found')
  const people = new Set(shares.map(({ artist }) => artist))
  if (people.size < shares.length || !addUp(shares.map(({ basisPoints }) => basisPoints))) {
    return refuse(market, 'shares_invalid')
  }
  const waiting = proposedSplit(project)
  if (waiting) return isSame(waiting.shares, shares) ? DONE : refuse(market, 'split_waiting')
  if (isSame(now, shares)) return DONE
  const split: Split = { id: ++market.ids, shares, status: 'proposed', agreed: new Set(by ? [by] : []) }
  project.splits.push(split)
  putInForce(market, project, split)
  return DONE
}

function isSame(some: Share[], others: Share[]): boolean {
  const text = (shares: Share[]) =>
    shares.map(({ artist, basisPoints }) => `${artist.id} ${basisPoints}`).join()
  return text(some) === text(others)
}

function putInForce(market: Market, project: Project, split: Split): void {
  const needsConsent = project.isActive || split.agreed.size > 0
  const asked = concernedBy(sharersOf(project), split.shares)
  if (needsConsent && !asked.every(({ artist }) => split.agreed.has(artist))) return
  count(market.seen, needsConsent ? 'shares changed by consent of all' : 'shares written before publication')
  const before = splitInForce(project)
  if (before) turn(market, before, 'replaced')
  turn(market, split, 'in_force')
}

/** Somebody whom it concerns agrees or declines, or the operator takes the proposal back. */
export function decideSplit(market: Market, { project, split, by, becomes }: DecideSplitStep): Outcome {
  const asked = concernedBy(sharersOf(project), split.shares)
  const isConcerned = by && (split.agreed.has(by) || asked.some(({ artist }) => artist === by))
  if (becomes !== 'withdrawn' && !isConcerned) return refuse(market, 'not_a_sharer')
  if (becomes === 'in_force') {
    if (split.status === 'in_force' && by && split.agreed.has(by)) return DONE
    if (split.status !== 'proposed') return refuse(market, 'split_decided')
    if (by) split.agreed.add(by)
    putInForce(market, project, split)
    return DONE
  }
  if (split.status === becomes) return DONE
  if (!mayBecome(SPLIT_TRANSITIONS, split.status, becomes)) return refuse(market, 'split_decided')
  turn(market, split, becomes)
  return DONE
}

function turn({ seen }: Market, split: Split, to: SplitStatus): void {
  split.status = become(seen, 'split', split.status, to)
}
