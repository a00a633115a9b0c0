/** POST /play: the first play starts the project's own period; later plays of a live token only change the device. */
import * as v from 'valibot'
import { PLAY_CONSENT_VERSION } from '#domain/consent.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import {
  givesAccess,
  isPlayed,
  playDeadline,
  SONG_STATUSES,
  type SongStatus,
  TOKEN_STATUSES,
} from '#domain/token.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { count, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { takeLease } from './play-lease.ts'

export type Played = { uid: string; statusSong: SongStatus; willExpireAt: Date; videoId: string }

const tokenRow = v.object({
  id: rowId,
  uid: v.string(),
  paymentId: rowId,
  status: v.picklist(TOKEN_STATUSES),
  statusSong: v.picklist(SONG_STATUSES),
  willExpireAt: v.nullable(v.date()),
  videoId: v.string(),
  validPeriod: count,
  edition: v.string(),
  unit: count,
  wallet: v.string(),
  now: v.date(),
})

/** The calling device, and whether to stop the one that plays now. */
export type PlayingDevice = { device: string; takeOver: boolean }

/** Refuses another fan's token exactly like one that does not exist. */
export async function playToken(
  sql: Sql,
  fanUid: string,
  tokenUid: string,
  { device, takeOver }: PlayingDevice,
): Promise<Result<Played>> {
  return transact(sql, async (tx) => {
    const token = parseRow(
      tokenRow,
      await tx`
        select mints.id, mints.uid, payment_id as "paymentId", mints.status, status_song as "statusSong",
          will_expire_at as "willExpireAt", video_id as "videoId", valid_period as "validPeriod",
          contract_address as edition, units.number as unit, users.wallet, clock_timestamp() as now
        from mints
        join projects on projects.id = mints.project_id
        join units on units.id = mints.unit_id
        join users on users.uid = mints.user_id
        where mints.uid = ${tokenUid} and mints.user_id = ${fanUid}
        for update of mints`,
    )
    if (!token) return refuse('token_not_found')
    if (token.status === 'pending') return refuse('token_not_playable')
    const willExpireAt = token.willExpireAt
    const now = token.now.getTime()
    if (!willExpireAt || !givesAccess({ status: token.status, willExpireAt: willExpireAt.getTime() }, now)) {
      return refuse('token_ended')
    }
    // Once a token has been played, nobody takes it back: the job that does comes some seconds after the chain has made it.
    const isFirst = !isPlayed(token.statusSong)
    if (isFirst && (await isToBeTakenBack(tx, token.paymentId))) return refuse('token_not_playable')
    if (!(await takeLease(tx, { tokenUid: token.uid, fanUid, device }, takeOver))) {
      return refuse('playing_elsewhere')
    }
    if (!isFirst) {
      return ok({ uid: token.uid, statusSong: token.statusSong, willExpireAt, videoId: token.videoId })
    }
    // Whole seconds, the precision of the video host and the chain: the three ends are then the same instant.
    const end = new Date(Math.floor(playDeadline(now, token.validPeriod) / 1000) * 1000)
    await tx`
      update mints set status_song = 'pending', played_at = ${token.now}, will_expire_at = ${end}, warned_at = null
      where id = ${token.id}`
    await tx`
      insert into private.play_consents (mint_id, user_id, text_version, agreed_at)
      values (${token.id}, ${fanUid}, ${PLAY_CONSENT_VERSION}, ${token.now})`
    await enqueueChain(tx, `play:${token.uid}`, 'record_play', {
      edition: token.edition,
      unit: token.unit,
      wallet: token.wallet,
      expires: end.getTime() / 1000,
      reference: token.uid,
    })
    return ok({ uid: token.uid, statusSong: 'pending', willExpireAt: end, videoId: token.videoId })
  })
}

/** Asked after the token has been locked: a dispute that came before has been committed by then. */
async function isToBeTakenBack(tx: Tx, paymentId: number): Promise<boolean> {
  const rows = await tx`select where private.is_to_be_taken_back(${paymentId})`
  return rows.length > 0
}
