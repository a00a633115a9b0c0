/** Which alerts reach a person, and by which ways. */
import { ALERT_TOPICS, type AlertChannel, type AlertTopic } from '#domain/alert.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { AlertSettingsWire } from './contract.ts'

export async function readAlertSettings(sql: Sql, fan: string): Promise<AlertSettingsWire> {
  const [row] = await sql<{ muted: { topic: AlertTopic; channel: AlertChannel }[]; quietNight: boolean }[]>`
    select
      coalesce((
        select json_agg(json_build_object('topic', topic, 'channel', channel))
        from private.muted_alerts where user_id = ${fan}
      ), '[]') as muted,
      not exists (select from private.wakeful where user_id = ${fan}) as "quietNight"`
  const isOn = (topic: AlertTopic, channel: AlertChannel) =>
    !row?.muted.some((one) => one.topic === topic && one.channel === channel)
  return {
    quietNight: row?.quietNight ?? true,
    topics: ALERT_TOPICS.map((topic) => ({
      topic,
      bell: isOn(topic, 'bell'),
      push: isOn(topic, 'push'),
      mail: isOn(topic, 'mail'),
    })),
  }
}

export async function setQuietNight(sql: Sql, fan: string, on: boolean): Promise<void> {
  if (on) await sql`delete from private.wakeful where user_id = ${fan}`
  else await sql`insert into private.wakeful (user_id) values (${fan}) on conflict do nothing`
}

export async function setAlert(
  sql: Sql,
  fan: string,
  { topic, channel, on }: { topic: AlertTopic; channel: AlertChannel; on: boolean },
): Promise<void> {
  if (on)
    await sql`
      delete from private.muted_alerts where user_id = ${fan} and topic = ${topic} and channel = ${channel}`
  else
    await sql`
      insert into private.muted_alerts (user_id, topic, channel) values (${fan}, ${topic}, ${channel})
      on conflict do nothing`
}
