/**
 * Nouns of service descriptions that the table lacks, since they are rare in the texts that WordNet counts, or newer: words that at least
 * two providers of 100,377 real operations use, and common compounds of them. Nothing is rejected because of this list.
 */
import { listed } from './word-lists.js';

export const serviceNouns: ReadonlySet<string> = listed(`
  acceptor accessibility acknowledgement acquirer acronym adapter addon admin aggregator airline algorithm alias allele
  allowlist animation annotator anomaly appliance approver artefact artwork attendee audio auditor authenticator authorizer autopilot
  autoscaler avatar backend backlink backup balancer balancing barcode bathymetry behaviour benchmark billing binary bitmap bitrate
  blockchain blocklist bookmark bot bounty branding breadcrumb browser byte bytecode calculator callback callout callsite canary
  cardholder cardinality categorisation centroid cert changelog changeset chatbot checkbox checkpoint checksum chromosome cidr
  cleanroom clipboard cname codebase cohort compatibility computing config configmap connectivity connector
  consortium constraint constructor converter cosine countdown coworker crawler credential creditor cronjob crypto
  cryptography cuisine cursor customization cutoff daemon dapp dashboard database datacenter dataflow datapoint dataset datasource
  datastore datetime debtor decoder deeplink delimiter deliverable descriptor desktop dialog disclaimer dispatcher doc dossier
  downtime dropdown ebook ecommerce ecosystem eligibility embedding emoji encoder entropy enum envoy escalator esim estimator etag
  ethernet ethnicity euro evaluator eventbus exam exhibitor expiry extractor fallback filename filesystem finder firmware
  folder followup font foodbank footer forum fqdn frontend functionality fundraiser gallery gamertag gametag gen gene genome
  geocode geofence geography geohash geojson geolocation gigabyte gigafactory gist glob grammar grantee granularity grid
  guardrail guid guideline handler handshake hashrate hashtag header healthcare healthcheck heatmap helpdesk histogram
  homebuyer homepage hostgroup hostname hotspot hyperlink hypernym hyperparameter hypervisor hyponym iban icon identifier iframe
  immutability importer inactivity inbox inconsistency increment info infobox infographic infrastructure ingress initiator installer
  integrator internet intranet intro invitee invoker iris issuer itinerary jitter json kernel keychain keyframe keypair keyring
  keyspace keystore keyword kilobyte kiosk knowledgebase laptop latency laytime leaderboard lexeme licensee lidar lifecycle
  lighthouse livechat liveness locator lockbox logfile login logline logo loopback macro mainframe
  mainstream maintainer maliciousness malware mapper markup matcher matchmaking max megabyte megaproject mem memecoin memo mempool
  messaging metadata metagraph methodology metre metric microservice middleware millisecond minigame mockup modality moderator
  modpack module mongo monorepo monte multiplier multisig municipality nameserver namespace napalm newsfeed nft node nomenclature
  nominee nomogram nonce nucleotide nudity nullifier oasis oauth octet odometer ontology orchestrator orderbook
  originator outage outlier overview packfile pager panelist panorama parity parser passcode passkey passport passthrough password
  paycheck payee payer payload payor payslip paystub paywall peerlist percentile perimeter phenotype pic picker pineapple
  pipeline pixel pixmap placeholder plaintext playbook playlist playtest plugin pointer polygon pong popover popup porn pornography
  portability postcard postcode postmaster preauth predictor preorder presale preset printer promo proofreader
  proptech protocol provider proxy pub pulldown pushover qualifier quantum quartile queueing quickstart rad rand randomness reactor
  readability readme readout recipe recommender ref referrer regex registrar relayer releaser rep repo requester requestor
  reseller responder restroom roadmap robot rollback router routeset rover ruleset runbook runtime
  salesperson sandbox savepoint sbom scanner scheduler scooter scorecard scraper screener screenshot sdk seatmap selector seller
  semicolon sender sens separator server shareholder sharelink shortcode shorthand sibling sidebar sidecar signatory signer
  signup simulator simulcast singleton sinkhole sitemap skillset sku slider smartcontract smartphone smartwatch smith snapcode
  snippet socket softphone software spec specifier speedtest spreadsheet sprite stablecoin stakeholder stargazer stat sticker
  storyboard subaccount subcategory subclass subcollection subdocument subdomain subfield subfolder subgraph subitem subjectivity
  subkey subline sublist submitter submodule subnet subnetwork suborder subpage subplan subproject subreddit subresource subscale
  subscriber subset subsidiary subsite substring subtask subtotal sunrise sunset supergroup superuser surname swimlane symbology
  synopsis sysadmin tab tagger taskbar taxonomy tech telecom telehealth telemetry telephony temp template tester textbox theft
  thesaurus throughput thumbprint ticker tier tiff timecard timeframe timeline timeout timeseries timesheet timeslot timespan
  timestamp timezone todo tokenizer tonality toolchain toolset tooltip topology tor touchpoint tracer tracker trackpoint trailer
  trainer trajectory transcript translator transmitter transparency triage tribe trivia typo unavailability uptime usability usecase
  username uuid validator van vat venue verbosity verifier viewport vlan vlog voicebot voicemail
  voiceprint voucher wale walkthrough warranty watchlist webapp webcam webform webhook webinar webmaster webpage webservice website
  websocket webview whitelist widget wiki wildcard wireless wishlist workbook workday workflow workforce workgroup workload worklog
  workpiece workspace workstation workstream yahoo yaml zipcode
`);
