import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/query.ts'
import { rest } from '../../lib/supabase.ts'
import { tableFault } from '../../lib/table-fault.ts'

/** The work of a $TUNE that has become the fan's; `validPeriod` in seconds. */
export type ShownWork = {
  uid: string
  projectName: string
  author: string
  thumbnail: string
  tint: string | null
  validPeriod: number
}

/** Reads the work only once it is to be shown; `null` asks nothing. */
export const shownWorkQuery = (projectId: number | null) =>
  queryOptions({
    queryKey: keys.shownWork(projectId),
    enabled: projectId !== null,
    queryFn: async () => {
      const { data, error } = await (await rest())
        .from('projects')
        .select('uid,projectName:project_name,author,thumbnail,tint,validPeriod:valid_period')
        .eq('id', projectId)
        .single()
      if (error) throw tableFault(error)
      return data as ShownWork
    },
  })
