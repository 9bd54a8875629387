// import throng: the names of throng/throng.hpp. Macros do not come through an import: those of the version are in
// throng/version.hpp. THRONG_AUDIT is set where this file is compiled and wherever it is imported, or nowhere.
module;
#include <throng/throng.hpp>

export module throng;

export namespace throng {

using throng::all_of;
using throng::all_of_t;
using throng::additions;
using throng::any_entity;
using throng::any_of;
using throng::any_of_t;
using throng::array_of;
using throng::backward;
using throng::backward_t;
using throng::bag;
using throng::base_hook;
using throng::base_hook_type;
using throng::based_on;
using throng::basic_entity_ref;
using throng::basic_family;
using throng::basic_naming;
using throng::basic_prefabs;
using throng::basic_recorder;
using throng::basic_relation;
using throng::basic_replica_decoder;
using throng::basic_replica_encoder;
using throng::basic_rollback;
using throng::basic_schedule;
using throng::basic_snapshot;
using throng::basic_system;
using throng::basic_world;
using throng::basic_world_timers;
using throng::branch;
using throng::box_grid;
using throng::buffered_bag;
using throng::buffered_list;
using throng::byte_reader;
using throng::byte_writer;
using throng::changes;
using throng::clock;
using throng::collection;
using throng::component;
using throng::component_ref;
using throng::components;
using throng::components_t;
using throng::create_at;
using throng::deletion;
using throng::describe;
using throng::described;
using throng::description;
using throng::description_of;
using throng::dice;
using throng::die_too;
using throng::disabled;
using throng::drawable;
using throng::drop;
using throng::each_downwards;
using throng::each_pair;
using throng::each_related;
using throng::each_source;
using throng::elements_per_page;
using throng::entity;
using throng::entity_bag;
using throng::entity_for;
using throng::entity_list;
using throng::entity_map;
using throng::entity_name;
using throng::entity_pool;
using throng::entity_ref;
using throng::enumeration_of;
using throng::enumerator;
using throng::events;
using throng::existing;
using throng::existing_t;
using throng::expirable;
using throng::family;
using throng::field;
using throng::field_description;
using throng::field_renamed;
using throng::fields;
using throng::find_above;
using throng::fixed_capacity;
using throng::for_each_field;
using throng::function_system;
using throng::game_step;
using throng::grid;
using throng::grid_hook;
using throng::grid_point;
using throng::growing_pool;
using throng::handle;
using throng::hash;
using throng::in_sequence;
using throng::inbox;
using throng::index_by;
using throng::initial_capacity;
using throng::kin;
using throng::layer;
using throng::layer_count;
using throng::layers;
using throng::link_end;
using throng::linked_list;
using throng::list;
using throng::list_hook;
using throng::listed_field;
using throng::listener;
using throng::listeners;
using throng::live;
using throng::live_t;
using throng::merge;
using throng::merge_saved;
using throng::named;
using throng::naming;
using throng::none_of;
using throng::none_of_t;
using throng::on_violation;
using throng::optional;
using throng::optional_t;
using throng::observer;
using throng::ordered_by;
using throng::ordered_set;
using throng::parallel_each;
using throng::pick;
using throng::pick_some;
using throng::pool;
using throng::prefabs;
using throng::query;
using throng::query_system;
using throng::random_below;
using throng::received;
using throng::recorder;
using throng::related;
using throng::related_to;
using throng::relation;
using throng::relation_walk;
using throng::replica_decoder;
using throng::replica_encoder;
using throng::residents;
using throng::residents_t;
using throng::restore;
using throng::restored;
using throng::ring;
using throng::rollback;
using throng::save;
using throng::save_part;
using throng::scaled;
using throng::schedule;
using throng::seconds_of;
using throng::shared_handles;
using throng::snapshot;
using throng::snapshot_of;
using throng::space_grid;
using throng::space_grid_hook;
using throng::space_point;
using throng::source_place;
using throng::structure_of;
using throng::structured;
using throng::subset;
using throng::system_statistics;
using throng::system_step;
using throng::target_policy;
using throng::time_rate;
using throng::time_step;
using throng::timed_step;
using throng::timer_handle;
using throng::timers;
using throng::trace_events;
using throng::tree;
using throng::tree_order;
using throng::trivially_relocatable;
using throng::unique;
using throng::unique_t;
using throng::updatable;
using throng::value_kind;
using throng::value_order;
using throng::weighted_by;
using throng::world_index;
using throng::removals;
using throng::basic_observer;
using throng::valued_link;
using throng::values_of;
using throng::violation;
using throng::violation_handler;
using throng::weak_list;
using throng::with_disabled;
using throng::with_disabled_t;
using throng::world;
using throng::world_timers;
using throng::world_weights;

namespace pmr {

using throng::pmr::bag;
using throng::pmr::box_grid;
using throng::pmr::buffered_bag;
using throng::pmr::buffered_list;
using throng::pmr::entity_bag;
using throng::pmr::entity_list;
using throng::pmr::entity_pool;
using throng::pmr::grid;
using throng::pmr::layer;
using throng::pmr::layers;
using throng::pmr::list;
using throng::pmr::ordered_set;
using throng::pmr::pool;
using throng::pmr::ring;
using throng::pmr::shared_handles;
using throng::pmr::space_grid;
using throng::pmr::tree;
using throng::pmr::weak_list;
using throng::pmr::world;

} // namespace pmr

// Number I of a row.
using throng::get;

// The terms of a query, put together; number I of a row, found by the row's type.
namespace core {

using throng::core::get;
using throng::core::operator|;

} // namespace core

} // namespace throng
