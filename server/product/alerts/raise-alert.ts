/** An event that many are told of. */
import { type AlertKind, toldInTheMorning } from '#domain/alert.ts'
import type { Tx } from '../../platform/db/sql.ts'

type AlertFacts = {
  /** Names the event: it is told once, however often it is raised. */
  key: string
  kind: AlertKind
}
/** `until`: when it is news no longer. Amounts are centavos. */
export type Alert = AlertFacts &
  (
    | {
        projectId: number
        /** `project`: its name; `work`: its uid. */
        data: { project: string; work: string; until: string; amount?: number; opens?: string }
      }
    | {
        artistId: number
        /** `artist`: their name; `page`: its address below /a/. */
        data: { artist: string; page: string | null; text: string; until: string }
      }
  )

/**
 * Notes it; the job `send-alerts` tells it in steps, within a minute, and those who sleep in the morning, unless that is
 * too late. Whoever raises it waits for nobody.
 */
export async function raiseAlert(tx: Tx, alert: Alert): Promise<void> {
  const { key, kind, data } = alert
  const [project, artist] = 'projectId' in alert ? [alert.projectId, null] : [null, alert.artistId]
  const now = Date.now()
  const morning = toldInTheMorning(now, Date.parse(data.until))
  await tx`
    insert into private.alerts (key, kind, project_id, artist_id, data, due_at, morning_at)
    values (${key}, ${kind}, ${project}, ${artist}, ${tx.json(data)}, ${new Date(now)}, ${morning && new Date(morning)})
    on conflict (key) do nothing`
}
