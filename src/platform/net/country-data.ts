// Facts about the country database that is embedded in the binary. They have their own file so that `muster version`
// does not load the library that reads the database.

import packageFacts from '@ip-location-db/geo-whois-asn-country-mmdb/package.json' with {
  type: 'json',
};

/** Name, date (`YYYY-MM-DD`) and required attribution of the embedded data. */
export const embeddedCountryData: { name: string; date: string; attribution: string } = {
  name: 'geo-whois-asn-country (ip-location-db)',
  date: dateOfVersion(packageFacts.version),
  attribution:
    'Countries come from geo-whois-asn-country by ip-location-db (CC0-1.0), made from data of the ' +
    'Number Resource Organization (nro.net), Creative Commons Attribution 4.0.',
};

/** The package's version ends in the hour of its data: `2.3.2026061719`. */
function dateOfVersion(version: string): string {
  return version.replace(/^.*\.(\d{4})(\d\d)(\d\d)\d\d$/, '$1-$2-$3');
}
