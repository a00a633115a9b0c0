/** The free sample. */

import type { Sql } from '../../platform/db/sql.ts'
import type { SampleWire } from './contract.ts'

export async function findSample(sql: Sql): Promise<Omit<SampleWire, 'videoUrl'> | null> {
  const [sample] = await sql<Omit<SampleWire, 'videoUrl'>[]>`
    select project_name as "projectName", author, thumbnail, lyrics, video_id as "videoId" from samples`
  return sample ?? null
}
