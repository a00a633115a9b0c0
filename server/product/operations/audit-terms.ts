/** What a search text can match in the audit trail besides a record: an action by its words. */
import { searchForm } from '#domain/search.ts'
import en from '#i18n/en/operations-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/operations-back-office.json' with { type: 'json' }

const WORDS = [pt.deeds, en.deeds].flatMap((things) =>
  Object.entries(things).flatMap(([thing, deeds]) =>
    Object.entries(deeds as Record<string, string>).map(([deed, words]) => ({
      action: `${thing}.${deed}`,
      words: searchForm(words),
    })),
  ),
)

/** The actions whose label, in either language, contains the text. */
export function actionsMeaning(text: string): string[] {
  const wanted = searchForm(text)
  return [...new Set(WORDS.filter(({ words }) => words.includes(wanted)).map(({ action }) => action))]
}
