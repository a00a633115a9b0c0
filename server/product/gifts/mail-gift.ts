/** The mail that brings a gift, and what the bell says of it. */
import * as v from 'valibot'
import { withoutAddresses } from '#domain/address.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow } from '../../platform/db/rows.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { enqueueMail } from '../outbox.ts'
import { newLink } from './gift-code.ts'

const mailRow = v.object({
  uid: v.string(),
  email: v.string(),
  reader: v.nullable(v.string()),
  language: v.nullable(v.picklist(['pt', 'en'])),
  giver: v.string(),
  words: v.string(),
  project: v.string(),
  work: v.string(),
  until: v.date(),
})

/**
 * Queues it with a new link, in the language of the recipient's account; without one, in Portuguese with the English below.
 * Whoever has an account is told once in the bell, too. A gift that has ended meanwhile is not mailed.
 */
export async function mailGift(
  { sql, env }: Pick<ServerContext, 'sql' | 'env'>,
  giftId: number,
): Promise<void> {
  await withRetries(sql, async (tx) => {
    await tx`select from private.gifts where id = ${giftId} for update`
    const gift = parseRow(
      mailRow,
      await tx`
        select gifts.uid, gifts.email, reader.uid as reader, reader.language, users.nickname as giver, words, project_name as project, projects.uid as work,
          least(accept_by, expired_at) as until
        from private.gifts
        join users on users.uid = giver
        join projects on projects.id = gifts.project_id
        left join users reader on reader.email = lower(gifts.email)
        where gifts.id = ${giftId} and gifts.status = 'waiting' and gifts.email is not null`,
    )
    if (!gift) return
    const { email: to, language, words, until, project, work } = gift
    const giver = withoutAddresses(gift.giver)
    const link = await newLink(tx, giftId, env.PUBLIC_URL)
    const data = {
      giver,
      project,
      work,
      until: until.toISOString(),
      link,
      ...(words && { words }),
    }
    await enqueueMail(tx, {
      to,
      ...(language ? { language } : { language: 'pt', alsoIn: 'en' }),
      template: 'gift',
      data,
    })
    if (!gift.reader) return
    const told = { gift: gift.uid, giver, project, work, until: data.until }
    // The bell alone: the mail is the one above.
    await tx`
      insert into notifications (user_id, kind, data) values (${gift.reader}, 'gift_mailed', ${tx.json(told)})
      on conflict do nothing`
  })
}
